import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './publicPackages.ts'

/** The variants of one package for each system, which docs/design/dependencies.md lists as one. */
const VARIANT = /^(@node-rs\/argon2)-.*/

/** Returns the packages that docs/design/dependencies.md lists, in the order of their names. */
export function readDependencies(): { installed: string[]; bundled: string[] } {
  const page = readFileSync(join(ROOT, 'docs/design/dependencies.md'), 'utf8')
  const [installed = [], bundled = []] = page
    .split(/\n(?!\|)/)
    .map((part) => part.split('\n').filter((line) => line.startsWith('| `')))
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.flatMap(readNames).toSorted())
  return { installed, bundled }
}

/** Returns the name of an installed package as the page lists it; `path` is its folder. */
export function nameInstalled(path: string): string {
  return path.replace('node_modules/', '').replace(VARIANT, '$1-*')
}

/** Reads the first column, and the column of the packages that a library brings. */
function readNames(row: string): string[] {
  const [, library = '', , brought = ''] = row.split('|')
  return [...`${library}${brought}`.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

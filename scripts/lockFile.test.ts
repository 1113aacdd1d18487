import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

type Locked = {
  link?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const LOCK = join(import.meta.dirname, '../package-lock.json')
/** The packages by folder; the root's folder is the empty string. */
const packages: Record<string, Locked> = JSON.parse(readFileSync(LOCK, 'utf8')).packages

/** Returns whether a package in a folder finds another package as Node does: in the nearest `node_modules` above. */
function finds(folder: string, name: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (join(at, 'node_modules', name) in packages) return true
    if (at === '.' || at === '') return false
  }
}

function namesOf(locked: Locked): string[] {
  const isOptional = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true
  return [
    ...Object.keys(locked.dependencies ?? {}),
    ...Object.keys(locked.devDependencies ?? {}),
    ...Object.keys(locked.optionalDependencies ?? {}),
    ...Object.keys(locked.peerDependencies ?? {}).filter((name) => !isOptional(name)),
  ]
}

it('The lock file has each package that another package needs, on every platform', () => {
  const missing = Object.entries(packages).flatMap(([folder, locked]) =>
    locked.link === true
      ? []
      : namesOf(locked)
          .filter((name) => !finds(folder, name))
          .map((name) => `${folder} needs ${name}`),
  )
  expect(missing).toEqual([])
})

it('The lock file has the hash of each package that is downloaded', () => {
  const unhashed = Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  expect(unhashed.map(([folder]) => folder)).toEqual([])
})

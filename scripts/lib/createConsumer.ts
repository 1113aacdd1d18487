import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Tarball } from './packPackage.ts'
import type { PackageManifest } from './publicManifest.ts'
import { ROOT } from './publicPackages.ts'

/** An empty project outside the repository, with the packages from their tarballs. */
export type Consumer = {
  folder: string
  /** Returns the path of an installed package. */
  pathOf: (name: string) => string
  readManifest: (name: string) => PackageManifest
  remove: () => void
}

/**
 * Creates an empty project that has only the packages from the tarballs, and the dependencies that they declare. The dependencies are links
 * to the repository's, so that the layout needs no network. A package that imports an undeclared one does not find it. `others` are packages
 * that the project itself has.
 */
export function createConsumer(
  tarballs: readonly Tarball[],
  others: readonly string[] = [],
): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-consumer-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  const pathOf = (name: string) => join(folder, 'node_modules', name)
  const readManifest = (name: string): PackageManifest =>
    JSON.parse(readFileSync(join(pathOf(name), 'package.json'), 'utf8'))
  for (const { name, path } of tarballs) {
    mkdirSync(pathOf(name), { recursive: true })
    execFileSync('tar', ['-xzf', path, '--strip-components=1', '-C', pathOf(name)])
  }
  const link = (name: string, neededBy: string) => {
    if (existsSync(pathOf(name))) return
    mkdirSync(dirname(pathOf(name)), { recursive: true })
    symlinkSync(findDependency(name, neededBy), pathOf(name))
  }
  for (const name of others) link(name, '.')
  for (const { name, folder: source } of tarballs) {
    const { dependencies, peerDependencies } = readManifest(name)
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) link(needed, source)
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { folder, pathOf, readManifest, remove }
}

/** Returns the repository's own copy of a dependency: the nearest `node_modules` above the package that needs it. */
function findDependency(name: string, folder: string): string {
  const nearest = [folder, dirname(folder), '.'].map((at) => join(ROOT, at, 'node_modules', name))
  const found = nearest.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${folder} needs ${name}, which is not installed.`)
  return found
}

/** Returns the entries of packages that are modules, as an import names them, without those that are files or patterns. */
export function listEntries({ readManifest }: Consumer, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    Object.entries(readManifest(name).exports ?? {})
      .filter(([, entry]) => typeof entry === 'object')
      .map(([path]) => path.replace('.', name)),
  )
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackageManifest, publicManifest } from './publicManifest.ts'
import { ROOT } from './publicPackages.ts'

/** A package in a lock file. */
export type Locked = {
  version: string
  license?: string
  optional?: boolean
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  devDependencies?: Record<string, string>
  dev?: boolean
  devOptional?: boolean
}

const MODULES = 'node_modules/'

/**
 * Returns the packages that the host's package needs at run time, from the lock file of the repository, by their folder. The variants of a
 * package for other systems are included.
 */
export function readHostLock(): Record<string, Locked> {
  const { packages } = readLock()
  const { dependencies = {} } = publicManifest(readHostManifest())
  const found: Record<string, Locked> = {}
  const queue = ['host']
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const locked = packages[folder]
    if (locked === undefined) throw new Error(`The lock file has no ${folder}.`)
    for (const name of folder === 'host' ? Object.keys(dependencies) : namesOf(locked)) {
      const needed = findFolder(packages, folder, name)
      if (needed === null || needed in found) continue
      const { dev, devOptional, ...rest } = packages[needed] ?? { version: '' }
      found[needed] = rest
      queue.push(needed)
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the published manifest of the host, and a lock file that matches it. */
export function writeHostLock(): { manifest: PackageManifest; lock: object } {
  const manifest = publicManifest(readHostManifest())
  const { name, version, license, dependencies, bin, engines } = manifest
  const packages = { '': { name, version, license, dependencies, bin, engines }, ...readHostLock() }
  return { manifest, lock: { name, version, lockfileVersion: 3, requires: true, packages } }
}

function readHostManifest(): PackageManifest {
  return JSON.parse(readFileSync(join(ROOT, 'host/package.json'), 'utf8'))
}

function readLock(): { packages: Record<string, Locked> } {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
}

/** Optional peers are left out: each is a choice of the application. */
function namesOf(locked: Locked): string[] {
  const isOptional = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true
  return [
    ...Object.keys(locked.dependencies ?? {}),
    ...Object.keys(locked.optionalDependencies ?? {}),
    ...Object.keys(locked.peerDependencies ?? {}).filter((name) => !isOptional(name)),
  ]
}

/** Finds a package as Node does: in the nearest `node_modules` above. */
function findFolder(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const folder = `${at === '' ? '' : `${at}/`}${MODULES}${name}`
    if (folder in packages) return folder
    if (at === '') return null
  }
}

import { HOST_PACKAGES } from './publicPackages.ts'

/** The members of a package.json that packing reads or changes; it keeps all others. */
export type PackageManifest = {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string }
  readonly files?: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Exports
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** The entries of a package by subpath: a file, or files by condition. */
type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The condition under which this repository runs the sources without a build. */
export const SOURCE_CONDITION = '@secure-payment/source'

const HOST = '@secure-payment/host'

/**
 * Returns the package.json of a tarball. It has no source condition: Node rejects TypeScript below `node_modules`, so an application that
 * sets this condition could not start. It has no scripts and no development dependencies, which need the repository. The host has the
 * dependencies that its bundle omits.
 */
export function publicManifest(manifest: PackageManifest): PackageManifest {
  const { scripts: _, devDependencies: __, dependencies, ...rest } = manifest
  return {
    ...rest,
    ...(rest.exports && { exports: withoutSources(rest.exports) }),
    ...(dependencies && {
      dependencies: rest.name === HOST ? withoutBundled(dependencies) : dependencies,
    }),
  }
}

function withoutBundled(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(dependencies)
  return Object.fromEntries(entries.filter(([name]) => HOST_PACKAGES.includes(name)))
}

function withoutSources(exports: Exports): Exports {
  const entries = Object.entries(exports).map(([path, entry]) => {
    if (typeof entry === 'string') return [path, entry] as const
    const { [SOURCE_CONDITION]: _, ...conditions } = entry
    return [path, conditions] as const
  })
  // An entry only for the repository, such as the host's for tests, has no other condition.
  return Object.fromEntries(entries.filter(([, entry]) => Object.keys(entry).length > 0))
}

/** The part of a CycloneDX document that is read here. A reference is a package's name and version: `zod@4.6.7`. */
export type Sbom = {
  serialNumber?: string
  metadata: { timestamp?: string; lifecycles?: object[]; component: { name: string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** A package in a lock file, under the path of its folder. */
export type Locked = {
  /** Absent for a package whose folder has its name. */
  name?: string
  version?: string
  dependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
  peerDependencies?: Readonly<Record<string, string>>
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

/**
 * Returns a bill of materials with only these packages, by their references, and the packages that they need at run time. In contrast,
 * npm's `--omit=dev` also omits a package that another workspace needs only for development.
 *
 * @throws Error if one of the packages is not in the document
 */
export function reachSbom(
  sbom: Sbom,
  lock: Readonly<Record<string, Locked>>,
  published: readonly string[],
): Sbom {
  const needed = namesByReference(lock)
  const graph = new Map(
    sbom.dependencies.map(({ ref, dependsOn }) => [
      ref,
      dependsOn.filter((other) => needed.get(ref)?.has(nameIn(other))),
    ]),
  )
  const missing = published.filter((ref) => !graph.has(ref))
  if (missing.length > 0) throw new Error(`The bill of materials has no ${missing.join(', ')}.`)
  const reached = new Set<string>()
  const open = [...published]
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (reached.has(ref)) continue
    reached.add(ref)
    open.push(...(graph.get(ref) ?? []))
  }
  return {
    ...sbom,
    components: sbom.components.filter((component) => reached.has(component['bom-ref'])),
    dependencies: [...graph]
      .filter(([ref]) => reached.has(ref))
      .map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
}

/** Returns the names that each package needs at run time: no optional peers, which an application may have for other reasons. */
function namesByReference(lock: Readonly<Record<string, Locked>>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [folder, locked] of Object.entries(lock)) {
    if (locked.version === undefined) continue
    const name = locked.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 13)
    const isNeeded = (peer: string) => locked.peerDependenciesMeta?.[peer]?.optional !== true
    const names = [
      ...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }),
      ...Object.keys(locked.peerDependencies ?? {}).filter(isNeeded),
    ]
    found.set(`${name}@${locked.version}`, new Set(names))
  }
  return found
}

function nameIn(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('@'))
}

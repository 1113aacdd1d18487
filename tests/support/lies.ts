/** The path of a member in a JSON value: member names and list indices. */
export type Path = readonly (string | number)[]

/** Values that a lying service sends in place of each member. */
export const LIES: readonly unknown[] = [
  null,
  '',
  'mainnet',
  'optimism',
  1,
  -1,
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  {},
  [],
]

/** Returns the paths of all members, at any depth. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path]
  if (typeof value !== 'object' || value === null) return own
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, member]) =>
      pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

/** Returns a copy with another value at a path; missing objects and lists along the way are added. */
export function withLie<T>(value: T, path: Path, lie: unknown): T {
  const copy = structuredClone(value)
  let at: object = Object(copy)
  for (const [index, key] of path.slice(0, -1).entries()) {
    const next: unknown = Reflect.get(at, key)
    const isOpen = typeof next === 'object' && next !== null
    const inner: object = isOpen ? next : typeof path[index + 1] === 'number' ? [] : {}
    Reflect.set(at, key, inner)
    at = inner
  }
  Reflect.set(at, path.at(-1) ?? '', lie)
  return copy
}

/** A list of names as a column holds it: each once; null for none at all. */
export function storedList(names: readonly string[] | null): string | null {
  if (names === null || names.length === 0) return null
  return JSON.stringify([...new Set(names)])
}

/** Returns a list of names as a column stores it: without duplicates; null if it is empty. */
export function storedList(names: readonly string[] | null): string | null {
  if (names === null || names.length === 0) return null
  return JSON.stringify([...new Set(names)])
}

/**
 * Reads a JSON array of strings from a column. Returns an empty list for null and for any other value, so that one bad row does not stop
 * the work.
 */
export function parseStoredList(json: string | null): readonly string[] {
  if (json === null) return []
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

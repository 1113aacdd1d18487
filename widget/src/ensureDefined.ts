/** Returns a value that cannot be missing; a missing value is a bug in the caller. */
export function ensureDefined<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new TypeError(`${what} is missing.`)
  return value
}

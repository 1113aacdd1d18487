/** Returns the value, typed as present. A missing value is a bug in the caller, so this function throws before anything is stored. */
export function ensureDefined<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new TypeError(`${what} is missing.`)
  return value
}

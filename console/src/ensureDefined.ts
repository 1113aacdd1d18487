/** Returns a value that the API always sends. @throws TypeError if it is missing, so that no screen shows or stores an empty text for it */
export function ensureDefined<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null) throw new TypeError(`${name} is missing.`)
  return value
}

/** Returns an object without the members that are empty strings or undefined, which clients send for "none". */
export function withoutEmpty<T extends object>(object: T): T {
  const members = Object.entries(object).filter(([, value]) => value !== '' && value !== undefined)
  // Only optional members may be empty strings, so the object keeps its type without them.
  return Object.fromEntries(members) as T
}

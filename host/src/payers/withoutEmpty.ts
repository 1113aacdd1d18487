/** An object without its members that are empty texts or undefined: what a client sends for "none". */
export function withoutEmpty<T extends object>(object: T): T {
  const members = Object.entries(object).filter(([, value]) => value !== '' && value !== undefined)
  // Members that may be empty texts are optional: without them the object is still of its type.
  return Object.fromEntries(members) as T
}

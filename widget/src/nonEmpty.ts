/** A list with a first member. */
export type NonEmpty<T> = readonly [T, ...T[]]

/** Returns a list that always has a member, with a type that guarantees this; an empty list is a bug in the caller. */
export function nonEmpty<T>([first, ...others]: readonly T[]): NonEmpty<T> {
  if (first === undefined) throw new TypeError('The list is empty.')
  return [first, ...others]
}

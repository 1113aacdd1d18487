/** A list with at least one member. */
export type NonEmpty<T> = readonly [T, ...T[]]

/** Returns the list, typed as non-empty. An empty list is a bug in the caller, so this function throws. */
export function nonEmpty<T>(list: readonly T[]): NonEmpty<T> {
  const [first, ...others] = list
  if (first === undefined) throw new TypeError('A list that always has a member is empty.')
  return [first, ...others]
}

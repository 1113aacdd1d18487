/** More decimals would widen the whole column because of one amount. */
const MOST_PLACES = 6

/**
 * Returns the minimum number of decimals for the amounts of a column, so that all have the same form. The amounts are decimal text, and
 * none is rounded.
 */
export function countPlaces(amounts: readonly string[]): number {
  const most = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  // Amounts with decimals have at least two.
  return most === 0 ? 0 : Math.min(MOST_PLACES, Math.max(2, most))
}

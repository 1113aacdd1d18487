/** More would widen the column of all amounts because of one. */
const MOST_PLACES = 6

/** The number of decimals for amounts in a column, so that they have one form: decimal text, never rounded. */
export function countPlaces(amounts: readonly string[]): number {
  const most = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  // Amounts with decimals have at least two.
  return most === 0 ? 0 : Math.min(MOST_PLACES, Math.max(2, most))
}

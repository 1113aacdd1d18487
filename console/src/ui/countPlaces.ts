/** More would push short amounts apart from their column for the sake of one. */
const MOST_PLACES = 6

/** With how many decimals amounts that stand below each other are written, so that they have one form: decimal text, never rounded. */
export function countPlaces(amounts: readonly string[]): number {
  const most = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  // Amounts with decimals are written with two at least.
  return most === 0 ? 0 : Math.min(MOST_PLACES, Math.max(2, most))
}

const PLACES = 2

/** Rounds a dollar amount down to whole cents: `12.49875` is `12.49`. */
export function toCents(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(PLACES, '0').slice(0, PLACES)}`
}

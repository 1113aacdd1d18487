const USUAL_DECIMALS = 2

/** A decimal string as a price tag writes it: at least two decimals, none taken away. */
export function showAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(USUAL_DECIMALS, '0')}`
}

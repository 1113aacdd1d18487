const USUAL_DECIMALS = 2

/** Returns a decimal string in a price tag's format: at least two decimals, none removed. */
export function showAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(USUAL_DECIMALS, '0')}`
}

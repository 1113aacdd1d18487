/**
 * Converts the service's decimal strings to base units, with the largest number of decimals among them: `10` and `0.02` are 1000n
 * and 2n. Use it to compare and add displayed amounts; core computes signed amounts with the currency's own decimals.
 */
export function scaleAmounts(amounts: readonly string[]): {
  readonly units: readonly bigint[]
  readonly decimals: number
} {
  const decimals = Math.max(0, ...amounts.map(countDecimals))
  return { units: amounts.map((amount) => scale(amount, decimals)), decimals }
}

function countDecimals(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

function scale(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

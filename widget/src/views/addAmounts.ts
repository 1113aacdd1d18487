/**
 * The exact sum of two decimal strings as the service sends them: `10` and `0.02` is `10.02`. For what is shown before a wallet is
 * chosen; what is signed is summed in base units by core.
 */
export function addAmounts(first: string, second: string): string {
  const decimals = Math.max(countDecimals(first), countDecimals(second))
  const sum = String(scale(first, decimals) + scale(second, decimals)).padStart(decimals + 1, '0')
  if (decimals === 0) return sum
  const fraction = sum.slice(-decimals).replace(/0+$/, '')
  return fraction ? `${sum.slice(0, -decimals)}.${fraction}` : sum.slice(0, -decimals)
}

function countDecimals(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

function scale(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

import { scaleAmounts } from '../scaleAmounts.ts'

/**
 * Returns the exact sum of two decimal strings as the service sends them: `10` and `0.02` is `10.02`. Use it only for
 * display before a wallet is chosen; core sums the amounts that a wallet signs, in base units.
 */
export function addAmounts(first: string, second: string): string {
  const { units, decimals } = scaleAmounts([first, second])
  const sum = String(units.reduce((total, one) => total + one, 0n)).padStart(decimals + 1, '0')
  if (decimals === 0) return sum
  const fraction = sum.slice(-decimals).replace(/0+$/, '')
  return fraction ? `${sum.slice(0, -decimals)}.${fraction}` : sum.slice(0, -decimals)
}

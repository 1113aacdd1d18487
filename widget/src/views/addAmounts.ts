import { scaleAmounts } from '../scaleAmounts.ts'

/**
 * The exact sum of two decimal strings as the service sends them: `10` and `0.02` is `10.02`. For what is shown before a wallet is
 * chosen; what is signed is summed in base units by core.
 */
export function addAmounts(first: string, second: string): string {
  const { units, decimals } = scaleAmounts([first, second])
  const sum = String(units.reduce((total, one) => total + one, 0n)).padStart(decimals + 1, '0')
  if (decimals === 0) return sum
  const fraction = sum.slice(-decimals).replace(/0+$/, '')
  return fraction ? `${sum.slice(0, -decimals)}.${fraction}` : sum.slice(0, -decimals)
}

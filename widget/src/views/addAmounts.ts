import { scaleAmounts } from '../scaleAmounts.ts'

/**
 * Returns the exact sum of two decimal strings as the service sends them: `10` and `0.02` is `10.02`. Use it only for
 * display before a wallet is chosen; core sums the amounts that a wallet signs, in base units.
 */
export function addAmounts(first: string, second: string): string {
  const { units, decimals } = scaleAmounts([first, second])
  return write(
    units.reduce((total, one) => total + one, 0n),
    decimals,
  )
}

/** Returns the exact difference of two decimal strings; null unless it is positive. For display only. */
export function subtractAmounts(whole: string, part: string): string | null {
  const { units, decimals } = scaleAmounts([whole, part])
  const [from = 0n, less = 0n] = units
  return from > less ? write(from - less, decimals) : null
}

function write(units: bigint, decimals: number): string {
  const sum = String(units).padStart(decimals + 1, '0')
  if (decimals === 0) return sum
  const fraction = sum.slice(-decimals).replace(/0+$/, '')
  return fraction ? `${sum.slice(0, -decimals)}.${fraction}` : sum.slice(0, -decimals)
}

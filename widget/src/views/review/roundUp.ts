import type { Cost } from '../../model.ts'

/**
 * A decimal amount with as many decimals as a person compares: two at least, and four digits that count. Rounded up, so that
 * what is shown as the most never is less than the most: `80.81616` is `80.82`, `0.0329663` is `0.03297`.
 */
export function roundUp(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length
  const places = Math.max(MIN_DECIMALS, zeros + COUNTING_DIGITS)
  if (fraction.length <= places) return amount
  const units = String(BigInt(whole + fraction.slice(0, places)) + 1n).padStart(places + 1, '0')
  return `${units.slice(0, -places)}.${units.slice(-places)}`.replace(/0+$/, '').replace(/\.$/, '')
}

/** A cost with its amount rounded up. */
export function roundCost({ amount, symbol }: Cost): Cost {
  return { amount: roundUp(amount), symbol }
}

const MIN_DECIMALS = 2
const COUNTING_DIGITS = 4

import type { Cost } from '../../payOption.ts'
import { isFiat } from '../../text/format.ts'

/**
 * Rounds a decimal amount up to four significant digits, and to no fewer than two decimals. A displayed maximum is thus never below the
 * real one: `80.81616` is `80.82`, `0.0329663` is `0.03297`.
 */
export function roundUp(amount: string): string {
  return round(amount, countPlaces(amount), isMore)
}

/** Rounds a rate to six significant digits, and to no fewer than two decimals. A payer can check an amount of 1,000 with it to the cent. */
export function roundRate(rate: string): string {
  return round(rate, countPlaces(rate, RATE_DIGITS), isHalf)
}

/** Returns a cost with its amount rounded up; fiat money is rounded up to cents. */
export function roundCost({ amount, symbol }: Cost): Cost {
  const rounded = isFiat(symbol) ? round(amount, MIN_DECIMALS, isMore) : roundUp(amount)
  return { amount: rounded, symbol }
}

function isMore(rest: string): boolean {
  return /[1-9]/.test(rest)
}

function isHalf(rest: string): boolean {
  return rest >= '5'
}

/**
 * Rounds the estimated and the maximum spent amount for display next to each other. Rounds the maximum up, and the estimate to the
 * nearest value with as many decimals. `places` is the number of decimals of both: `80.016` and `80.81616` are `80.02` and `80.82`.
 */
export function roundPair(
  about: string,
  most: string,
): { readonly about: string; readonly most: string; readonly places: number } {
  const places = countPlaces(most)
  const nearest = round(about, places, isHalf)
  const highest = round(most, places, isMore)
  const shown = Math.max(countDecimals(nearest), countDecimals(highest))
  return { about: nearest, most: highest, places: shown > 0 ? Math.max(MIN_DECIMALS, shown) : 0 }
}

/** Returns the number of decimals that leaves `counting` significant digits. */
function countPlaces(amount: string, counting: number = COUNTING_DIGITS): number {
  const [whole = '', fraction = ''] = amount.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length
  return Math.max(MIN_DECIMALS, zeros + counting)
}

/** Cuts the decimals after `places`; if `isUp` returns true for the cut digits, increments the last remaining digit. */
function round(amount: string, places: number, isUp: (rest: string) => boolean): string {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length <= places) return amount
  const kept = BigInt(whole + fraction.slice(0, places))
  const units = kept + (isUp(fraction.slice(places)) ? 1n : 0n)
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
    .replace(/0+$/, '')
    .replace(/\.$/, '')
}

function countDecimals(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

const MIN_DECIMALS = 2
const COUNTING_DIGITS = 4
const RATE_DIGITS = 6

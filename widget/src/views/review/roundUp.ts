import { fiatDecimals } from '../../fiatDecimals.ts'
import type { Cost } from '../../payOption.ts'
import { type Format, isFiat } from '../../text/format.ts'

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

/** Rounds the worth of an amount up to as many digits as a rate, so that the paid amount is not below it: `89.600001` is `89.6001`. */
export function roundWorth(worth: string): string {
  return round(worth, countPlaces(worth, RATE_DIGITS), isMore)
}

/** Returns a cost with its amount rounded up; fiat money is rounded up to its minor unit, such as a cent or a yen. */
export function roundCost({ amount, symbol }: Cost): Cost {
  const rounded = isFiat(symbol) ? round(amount, fiatDecimals(symbol), isMore) : roundUp(amount)
  return { amount: rounded, symbol }
}

/**
 * Returns a format that rounds fiat money to the decimals of its currency, and keeps money below them: `3.0125` USD is `$3.01`. With more than
 * two `places`, money keeps its digits.
 */
export function roundFiat(format: Format): Format {
  const read = (amount: string, symbol: string, places = 0): string => {
    if (!isFiat(symbol) || places > MIN_DECIMALS || !/^\d+\.\d+$/.test(amount)) return amount
    const rounded = round(amount, fiatDecimals(symbol), isHalf)
    return isMore(rounded) ? rounded : amount
  }
  return {
    ...format,
    pair: (amount, symbol, places) => format.pair(read(amount, symbol, places), symbol, places),
    money: (amount, symbol, places) => format.money(read(amount, symbol, places), symbol, places),
  }
}

/** Formats a price with all of its digits: `0.892857`, `CHF` -> `CHF 0.892857`; a token's price has at least two decimals. */
export function formatPrice(format: Format, price: string, symbol: string): string {
  return format.money(price, symbol, isFiat(symbol) ? RATE_DIGITS : MIN_DECIMALS)
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
  const point = digits.length - places
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/0+$/, '').replace(/\.$/, '')
}

function countDecimals(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

const MIN_DECIMALS = 2
const COUNTING_DIGITS = 4
const RATE_DIGITS = 6

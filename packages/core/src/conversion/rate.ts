import { divide, formatAmount, parseAmount } from '../amount.ts'
import { ArithmeticRangeError } from '../errors.ts'

/**
 * Rates are ChainlinkConversionPath's own integers: base units of the payment currency per 10^18 units of the request currency. As in the
 * contracts, fiat has 8 decimals.
 */
export const RATE_SCALE = 10n ** 18n

/**
 * Returns the conversion proxies' amount at a rate: `floor(units * rate / 10^18)`. The proxies convert an amount and its fee separately.
 *
 * @throws ArithmeticRangeError when an argument is negative.
 */
export function convertUnits(units: bigint, rate: bigint): bigint {
  assertRate('convertUnits', rate, 0n)
  return divide(units * rate, RATE_SCALE, 'down')
}

/**
 * Converts an amount in the payment currency to units of the request currency: `floor(units * 10^18 / rate)`. Undoing `convertUnits` with
 * this function never gives more than the original amount.
 *
 * @throws ArithmeticRangeError when `units` is negative or `rate` is not above 0.
 */
export function unconvertUnits(units: bigint, rate: bigint): bigint {
  return divide(units * RATE_SCALE, rate, 'down')
}

/** One rate along a path, from its price feed and its two currencies. */
export type RateHop = {
  /** The decimals of the hop's input and output currency: 8 for fiat. */
  inputDecimals: number
  outputDecimals: number
  /** The feed prices the output in units of the input, so the hop divides by the answer. */
  reverse: boolean
  aggregatorDecimals: number
  /** The feed's latest answer; above 0. */
  answer: bigint
}

/**
 * Returns the rate along a path, rounded after each hop like ChainlinkConversionPath.getRate.
 *
 * @throws ArithmeticRangeError when an answer is not above 0.
 */
export function computeRate(hops: readonly RateHop[]): bigint {
  return hops.reduce(applyHop, RATE_SCALE)
}

function applyHop(rate: bigint, hop: RateHop): bigint {
  const { inputDecimals, outputDecimals, aggregatorDecimals, answer } = hop
  assertRate('computeRate', answer, 1n)
  const scale = tenTo(aggregatorDecimals)
  // The order of operations matters: multiplications precede the division by the answer, and the other divisions follow it.
  const scaled =
    rate * tenTo(aggregatorDecimals - inputDecimals) * tenTo(outputDecimals - aggregatorDecimals)
  const priced = hop.reverse ? (scaled * scale) / answer : (scaled * answer) / scale
  const narrowed = priced / tenTo(inputDecimals - aggregatorDecimals)
  return narrowed / tenTo(aggregatorDecimals - outputDecimals)
}

/**
 * Formats a rate for people and the API: payment currency per unit of the request currency, as an exact decimal without trailing zeros.
 * The decimals are those of the two currencies in the contracts.
 *
 * @throws ArithmeticRangeError when the rate is negative.
 */
export function formatRate(rate: bigint, fromDecimals: number, toDecimals: number): string {
  const decimals = RATE_DECIMALS + toDecimals - fromDecimals
  return decimals >= 0 ? formatAmount(rate, decimals) : formatAmount(rate * tenTo(-decimals), 0)
}

const RATE_DECIMALS = 18

/**
 * Returns the price of one unit of the payment currency in the request currency, from a formatted rate, which states the other direction.
 * The price has six significant digits, and at least two decimals before trailing zeros are removed.
 *
 * @throws AmountError when the rate is not a decimal above zero.
 */
export function invertRate(rate: string): string {
  const inverse = divide(tenTo(2 * INVERSE_DECIMALS), parseAmount(rate, INVERSE_DECIMALS), 'down')
  const surplus = String(inverse).length - PRICE_DIGITS
  const step = tenTo(Math.min(surplus, INVERSE_DECIMALS - PRICE_DECIMALS))
  return formatAmount(divide(inverse, step, 'half_even') * step, INVERSE_DECIMALS)
}

/** More decimals than any rate has. */
const INVERSE_DECIMALS = 60
const PRICE_DIGITS = 6
const PRICE_DECIMALS = 2

/** Returns ten to a power; 1 for a negative exponent. */
function tenTo(exponent: number): bigint {
  return exponent <= 0 ? 1n : 10n ** BigInt(exponent)
}

function assertRate(operation: string, rate: bigint, least: bigint): void {
  if (rate >= least) return
  throw new ArithmeticRangeError({
    operation,
    requirement: `a rate of at least ${least}`,
    actual: rate,
  })
}

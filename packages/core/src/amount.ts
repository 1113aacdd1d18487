import {
  AmountError,
  type AmountErrorCode,
  ArithmeticRangeError,
  PercentageError,
} from './errors.ts'

/**
 * Parses a decimal amount into base units: `parseAmount('1.5', 6)` is `1500000n`. Never rounds.
 *
 * Grammar (ASCII only): `0` or `[1-9]` and up to 29 more digits, then optionally a point and 1 to `decimals` digits.
 * The result is above zero (zero too with `allowZero`) and at most 2^256 - 1, the largest amount that a contract accepts.
 *
 * @throws AmountError `invalid_amount`, `too_many_decimals`, `amount_not_positive` or `amount_too_large`.
 * @throws ArithmeticRangeError when `decimals` is not an integer from 0 to 77.
 */
export function parseAmount(
  text: string,
  decimals: number,
  options: { allowZero?: boolean } = {},
): bigint {
  assertDecimals('parseAmount', decimals)
  const point = scanDecimal(text)
  if (point === MALFORMED) throw refuse('invalid_amount', text, decimals)
  const fractionLength = point === NO_POINT ? 0 : text.length - point - 1
  if (fractionLength > decimals) throw refuse('too_many_decimals', text, decimals)

  const units = scale(text, point, decimals - fractionLength)
  if (units === 0n && options.allowZero !== true)
    throw refuse('amount_not_positive', text, decimals)
  if (units > MAX_UINT256) throw refuse('amount_too_large', text, decimals)
  return units
}

/**
 * Formats base units as a decimal string: `formatAmount(1500000n, 6)` is `1.5`. The string is canonical: it has no exponent, no trailing
 * zeros and no point without digits. `parseAmount` converts it back to the same units.
 *
 * @throws ArithmeticRangeError when `units` is negative or `decimals` is not an integer from 0 to 77.
 */
export function formatAmount(units: bigint, decimals: number): string {
  assertDecimals('formatAmount', decimals)
  if (units < 0n)
    throw new ArithmeticRangeError({
      operation: 'formatAmount',
      requirement: 'units of at least 0',
      actual: units,
    })
  const digits = units.toString()
  if (decimals === 0) return digits
  const split = digits.length - decimals
  const fraction = split > 0 ? digits.slice(split) : digits.padStart(decimals, '0')
  const end = lengthWithoutTrailingZeros(fraction)
  const whole = split > 0 ? digits.slice(0, split) : '0'
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`
}

/** The rounding of a division with a remainder; `half_even` rounds an exact half to the nearest even number. */
export type Rounding = 'up' | 'down' | 'half_even'

/**
 * Divides `a` by `b` with the given rounding. `a` must be at least 0, and `b` above 0.
 *
 * @throws ArithmeticRangeError otherwise.
 */
export function divide(a: bigint, b: bigint, rounding: Rounding): bigint {
  if (a < 0n)
    throw new ArithmeticRangeError({
      operation: 'divide',
      requirement: 'a dividend of at least 0',
      actual: a,
    })
  if (b <= 0n)
    throw new ArithmeticRangeError({
      operation: 'divide',
      requirement: 'a divisor above 0',
      actual: b,
    })
  const quotient = a / b
  const remainder = a - quotient * b
  if (remainder === 0n) return quotient
  return roundsAway(quotient, remainder * 2n, b, rounding) ? quotient + 1n : quotient
}

/**
 * Computes a percentage of base units: `percentOf(1000000n, '2.5', 'up')` is `25000n`. `percent` has the grammar of `parsePercent`:
 * `'2.5'` means 2.5 %.
 *
 * @throws PercentageError when `percent` is malformed.
 * @throws ArithmeticRangeError when `units` is negative.
 */
export function percentOf(units: bigint, percent: string, rounding: Rounding): bigint {
  return divide(units * parsePercent(percent), 100n * PERCENT_SCALE, rounding)
}

/**
 * Parses a percentage from 0 to 100 with at most 18 decimals, scaled by 10^18: `parsePercent('2.5')` is
 * `2500000000000000000n`. The grammar is that of `parseAmount`; zero is allowed.
 *
 * @throws PercentageError
 */
export function parsePercent(text: string): bigint {
  const point = scanDecimal(text)
  if (point === MALFORMED) throw new PercentageError({ text })
  const fractionLength = point === NO_POINT ? 0 : text.length - point - 1
  if (fractionLength > PERCENT_DECIMALS) throw new PercentageError({ text })
  const scaled = scale(text, point, PERCENT_DECIMALS - fractionLength)
  if (scaled > 100n * PERCENT_SCALE) throw new PercentageError({ text })
  return scaled
}

/** The largest value of a contract's `uint256`. */
export const MAX_UINT256 = 2n ** 256n - 1n

/** The maximum number of digits before the point: enough for any token's supply, and still cheap to parse. */
const MAX_WHOLE_DIGITS = 30

/** 10^77 is the largest power of ten below 2^256: with more decimals one whole unit would overflow. */
const MAX_DECIMALS = 77

const PERCENT_DECIMALS = 18
const PERCENT_SCALE = 10n ** 18n

const NO_POINT = -1
const MALFORMED = -2

const CODE_0 = 48
const CODE_9 = 57
const CODE_POINT = 46

/**
 * Checks the grammar `(0|[1-9]\d{0,29})(\.\d+)?` in one linear pass and returns the index of the point, `NO_POINT`, or `MALFORMED`. The
 * scan is hand-written for speed, because every call that creates a payment runs it.
 */
function scanDecimal(text: string): number {
  // At run time, the value may be a JSON number. The number may already have lost digits (1e400 is Infinity), so this check rejects it.
  if (typeof text !== 'string') return MALFORMED
  const length = text.length
  if (length === 0 || length > MAX_WHOLE_DIGITS + 1 + MAX_DECIMALS) return MALFORMED
  let point = NO_POINT
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code >= CODE_0 && code <= CODE_9) continue
    if (code !== CODE_POINT || point !== NO_POINT) return MALFORMED
    point = index
  }
  const wholeLength = point === NO_POINT ? length : point
  if (wholeLength === 0 || wholeLength > MAX_WHOLE_DIGITS) return MALFORMED
  if (point === length - 1) return MALFORMED
  if (wholeLength > 1 && text.charCodeAt(0) === CODE_0) return MALFORMED
  return point
}

/** Removes the point of a checked decimal and appends `missingZeros` zeros. */
function scale(text: string, point: number, missingZeros: number): bigint {
  const digits = point === NO_POINT ? text : text.slice(0, point) + text.slice(point + 1)
  return BigInt(missingZeros === 0 ? digits : digits + ZEROS.slice(0, missingZeros))
}

const ZEROS = '0'.repeat(MAX_DECIMALS)

function lengthWithoutTrailingZeros(digits: string): number {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === CODE_0) end--
  return end
}

function roundsAway(
  quotient: bigint,
  twiceRemainder: bigint,
  b: bigint,
  rounding: Rounding,
): boolean {
  switch (rounding) {
    case 'up':
      return true
    case 'down':
      return false
    case 'half_even':
      return twiceRemainder === b ? quotient % 2n === 1n : twiceRemainder > b
  }
}

function assertDecimals(operation: string, decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS) return
  throw new ArithmeticRangeError({
    operation,
    requirement: `decimals from 0 to ${MAX_DECIMALS}`,
    actual: decimals,
  })
}

function refuse(code: AmountErrorCode, text: unknown, decimals: number): AmountError {
  return new AmountError({ code, text, decimals })
}

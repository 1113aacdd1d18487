import { ArithmeticRangeError } from '../errors.ts'
import { MAX_UINT32 } from './schedulePermit.ts'

/**
 * Returns the longest fixed period, in seconds, with which the contract allows every payment in a calendar when it is due: `k * period <=
 * offsetsS[k]` for every k. `offsetsS[k]` is the time from the first payment to payment k in seconds, counted from 0, so `offsetsS[0]` is
 * 0. The contract supports only fixed periods, while months and years vary. With this period, a service that follows the calendar is
 * never too early for the contract.
 *
 * @throws ArithmeticRangeError unless there are at least two payments, the first is at 0, no two fall in the same second, and the period fits in 32 bits.
 */
export function largestPeriodSeconds(offsetsS: readonly number[]): number {
  if (offsetsS.length < 2) throw outOfRange('two payments or more', offsetsS.length)
  if (offsetsS[0] !== 0) throw outOfRange('the first payment at 0', offsetsS[0] ?? Number.NaN)
  let period = Number.POSITIVE_INFINITY
  for (const [index, offsetS] of offsetsS.entries()) {
    if (!Number.isSafeInteger(offsetS)) throw outOfRange('whole seconds', offsetS)
    if (index > 0) period = Math.min(period, Math.floor(offsetS / index))
  }
  if (period < 1 || period > MAX_UINT32)
    throw outOfRange(`a period from 1 to ${MAX_UINT32} seconds`, period)
  return period
}

function outOfRange(requirement: string, actual: number): ArithmeticRangeError {
  return new ArithmeticRangeError({ operation: 'largestPeriodSeconds', requirement, actual })
}

import { ArithmeticRangeError } from '../errors.ts'
import { MAX_UINT32 } from './schedulePermit.ts'

/**
 * The longest fixed period, in seconds, with which the contract allows every payment of a calendar by the time that it is due
 * there: `k * period <= offsetsS[k]` for every k. `offsetsS[k]` is how many seconds after the first payment payment k comes,
 * counted from 0, so `offsetsS[0]` is 0. The contract knows fixed periods only, months and years differ: with this one a
 * service that keeps to the calendar never comes before the contract allows.
 *
 * @throws ArithmeticRangeError unless there are two payments or more, the first at 0, no two in the same second, and the period fits
 * 32 bits.
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

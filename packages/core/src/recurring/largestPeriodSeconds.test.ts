import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArithmeticRangeError } from '../errors.ts'
import { largestPeriodSeconds } from './index.ts'

const DAY_S = 86_400

/** Offsets of explicit days, so that the figures do not depend on this project's calendar code. */
const offsetsOf = (days: readonly string[]) => {
  const seconds = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000)
  return seconds.map((second) => second - (seconds[0] ?? 0))
}

describe('largestPeriodSeconds', () => {
  test.each<[string, readonly string[], number]>([
    ['days', ['2027-01-01', '2027-01-02', '2027-01-03'], DAY_S],
    ['weeks', ['2027-01-01', '2027-01-08', '2027-01-15'], 7 * DAY_S],
    ['months from 31 January', ['2027-01-31', '2027-02-28', '2027-03-31'], 28 * DAY_S],
    ['months from 1 March', ['2027-03-01', '2027-04-01', '2027-05-01'], 30.5 * DAY_S],
    ['a year before a leap year', ['2027-01-01', '2028-01-01', '2029-01-01'], 365 * DAY_S],
    ['a leap year and one after', ['2028-01-01', '2029-01-01', '2030-01-01'], 365.5 * DAY_S],
    ['one month', ['2027-03-01', '2027-04-01'], 31 * DAY_S],
  ])('largestPeriodSeconds returns the largest period for %s', (_, days, periodS) => {
    expect(largestPeriodSeconds(offsetsOf(days))).toBe(periodS)
  })

  test('largestPeriodSeconds rounds down to whole seconds', () => {
    expect(largestPeriodSeconds([0, 10, 11, 11])).toBe(3)
  })

  test('largestPeriodSeconds never makes a payment late, while one more second would', () => {
    const calendars = fc
      .uniqueArray(fc.integer({ min: 1, max: 40_000_000 }), { minLength: 1, maxLength: 254 })
      .map((offsetsS) => [0, ...offsetsS.sort((a, b) => a - b)])
    fc.assert(
      fc.property(calendars, (offsetsS) => {
        const periodS = largestPeriodSeconds(offsetsS)
        const fits = (period: number) => offsetsS.every((offset, k) => k * period <= offset)
        expect(fits(periodS)).toBe(true)
        expect(fits(periodS + 1)).toBe(false)
      }),
    )
  })

  test.each<[string, readonly number[]]>([
    ['no payments', []],
    ['one payment', [0]],
    ['a first one that is not at 0', [DAY_S, 2 * DAY_S]],
    ['two at the same second', [0, 0]],
    ['one before the first', [0, -DAY_S]],
    ['fractional seconds', [0, 1.5]],
    ['no number', [0, Number.NaN]],
    ['a period above 32 bits', [0, 2 ** 32]],
  ])('largestPeriodSeconds rejects %s', (_, offsetsS) => {
    expect(() => largestPeriodSeconds(offsetsS)).toThrow(ArithmeticRangeError)
  })
})

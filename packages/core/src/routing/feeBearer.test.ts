import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf } from '../amount.ts'
import { ArithmeticRangeError, PercentageError } from '../errors.ts'
import { joinPayment, splitPayment } from './index.ts'

const percentages = fc
  .bigInt({ min: 0n, max: 100n * 10n ** 18n - 1n })
  .map((scaled) => `${scaled / 10n ** 18n}.${(scaled % 10n ** 18n).toString().padStart(18, '0')}`)
const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 300n }),
  fc.bigInt({ min: 1n, max: 10n ** 30n }),
  fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
)
const RUNS = { numRuns: 5_000 }

describe('splitPayment', () => {
  test.each<[bigint, string, bigint, bigint]>([
    [100_000_000n, '1', 99_000_000n, 1_000_000n],
    [1_001n, '10', 900n, 101n],
    [100n, '0', 100n, 0n],
    [3n, '1', 2n, 1n],
    [1n, '1', 1n, 0n],
    [2n, '60', 1n, 1n],
    [0n, '5', 0n, 0n],
  ])(
    'splitPayment of %d at %s %% is %d and a fee of %d',
    (total, percentage, amountUnits, feeUnits) => {
      expect(splitPayment(total, percentage)).toEqual({ amountUnits, feeUnits })
    },
  )

  test('splitPayment rejects a malformed percentage and a negative amount', () => {
    expect(() => splitPayment(1n, '101')).toThrow(PercentageError)
    expect(() => splitPayment(-1n, '1')).toThrow(ArithmeticRangeError)
  })

  test('The parts of splitPayment always add up to the amount, and the fee is the one on top of it', () => {
    fc.assert(
      fc.property(amounts, percentages, (total, percentage) => {
        const { amountUnits, feeUnits } = splitPayment(total, percentage)
        expect(amountUnits + feeUnits).toBe(total)
        expect(amountUnits).toBeGreaterThan(0n)
        const onTop = percentOf(total, percentage, 'up')
        expect(feeUnits).toBe(onTop < total ? onTop : total - 1n)
      }),
      RUNS,
    )
  })
})

describe('joinPayment', () => {
  test('joinPayment returns exactly the amount that splitPayment split', () => {
    fc.assert(
      fc.property(amounts, percentages, (total, percentage) => {
        expect(joinPayment(splitPayment(total, percentage), percentage)).toBe(total)
      }),
      RUNS,
    )
  })

  test('joinPayment counts less for a lower fee, unless the payee receives the difference', () => {
    fc.assert(
      fc.property(amounts, percentages, fc.bigInt({ min: 1n }), (total, percentage, less) => {
        const parts = splitPayment(total, percentage)
        const feeUnits = parts.feeUnits > less ? parts.feeUnits - less : 0n
        const missing = parts.feeUnits - feeUnits
        expect(joinPayment({ ...parts, feeUnits }, percentage)).toBe(total - missing)
        const toPayee = { amountUnits: parts.amountUnits + missing, feeUnits }
        expect(joinPayment(toPayee, percentage)).toBe(total)
      }),
      RUNS,
    )
  })

  test('joinPayment never counts more than the amount from which the payee would receive what arrived', () => {
    fc.assert(
      fc.property(amounts, amounts, percentages, (amountUnits, feeUnits, percentage) => {
        const total = joinPayment({ amountUnits, feeUnits }, percentage)
        expect(total).toBeLessThanOrEqual(amountUnits + feeUnits)
        expect(total).toBeGreaterThanOrEqual(amountUnits)
        const fee = percentOf(total, percentage, 'up')
        expect(total - fee).toBeLessThanOrEqual(amountUnits)
      }),
      RUNS,
    )
  })

  test('Payments in parts pay exactly the whole amount', () => {
    const cuts = fc.array(fc.bigInt({ min: 1n, max: 100n }), { maxLength: 6 })
    fc.assert(
      fc.property(amounts, percentages, cuts, (total, percentage, shares) => {
        let left = total
        const pay = (units: bigint) => {
          left -= joinPayment(splitPayment(units, percentage), percentage)
        }
        for (const share of shares) if (left > 0n) pay((left * share + 99n) / 100n)
        if (left > 0n) pay(left)
        expect(left).toBe(0n)
      }),
      RUNS,
    )
  })

  test('joinPayment counts no fee if the payee received nothing or the fee is 100 %, and rejects a negative amount', () => {
    expect(joinPayment({ amountUnits: 0n, feeUnits: 7n }, '1')).toBe(0n)
    expect(joinPayment({ amountUnits: 5n, feeUnits: 7n }, '100')).toBe(5n)
    expect(() => joinPayment({ amountUnits: -1n, feeUnits: 0n }, '1')).toThrow(ArithmeticRangeError)
  })
})

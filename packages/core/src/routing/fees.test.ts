import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArithmeticRangeError, PercentageError } from '../errors.ts'
import { FeeWithoutAddressError, InvalidBatchError } from '../evm/index.ts'
import {
  batchFeeAddress,
  type FeeItem,
  MixedFeeAddressesError,
  planFee,
  tokenNeeds,
} from './index.ts'

const A = '0xD114497Fcaa2C79277C1584f747D54Dd28060753'
const B = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'
const PAYEE = '0x0c8BbADEaCB2346ed4296aE6d2C575738Eeac989'
const ZERO = '0x0000000000000000000000000000000000000000'

describe('planFee', () => {
  test.each<[bigint, string, bigint]>([
    [1_000_000n, '2.5', 25_000n],
    [1n, '0.1', 1n],
    [1_001n, '10', 101n],
    [1_000n, '10', 100n],
    [7n, '100', 7n],
    [0n, '5', 0n],
    [1_000_000n, '0', 0n],
    [10n ** 18n, '0.000000000000000001', 1n],
  ])('planFee of %d at %s %% is %d, rounded up', (amountUnits, percentage, units) => {
    expect(planFee(amountUnits, percentage, A)).toEqual({ percentage, address: A, units })
  })

  test.each<[string, bigint, string, bigint, bigint]>([
    ['120.50 dollars, 2.5 %: 3.02 dollars', 12_050_000_000n, '2.5', 1_000_000n, 302_000_000n],
    ['24.995 dollars, 3 %: 0.75 dollars', 2_499_500_000n, '3', 1_000_000n, 75_000_000n],
    ['100 dollars, 1 %: 1 dollar', 10_000_000_000n, '1', 1_000_000n, 100_000_000n],
    ['130 yen, 2.5 %: 4 yen', 13_000_000_000n, '2.5', 100_000_000n, 400_000_000n],
    ['nothing', 0n, '2.5', 1_000_000n, 0n],
  ])('planFee rounds a fee up to its step: %s', (_, amountUnits, percentage, step, units) => {
    expect(planFee(amountUnits, percentage, A, step)).toEqual({ percentage, address: A, units })
  })

  test('planFee rejects a step that is not above 0', () => {
    expect(() => planFee(1_000n, '1', A, 0n)).toThrow(ArithmeticRangeError)
  })

  test('planFee returns null without a percentage, or with zero and no address', () => {
    expect(planFee(1_000n, null, null)).toBeNull()
    expect(planFee(1_000n, null, A)).toBeNull()
    expect(planFee(1_000n, '0', null)).toBeNull()
    expect(planFee(1_000n, '0.00', ZERO)).toBeNull()
  })

  test.each([null, '', ZERO])('planFee rejects a fee for address %j', (address) => {
    expect(() => planFee(1_000n, '0.1', address)).toThrow(FeeWithoutAddressError)
  })

  test.each(['', '-1', '1e1', '100.1', '101', ' 1', '.5', '1%'])(
    'planFee rejects %j',
    (percentage) => {
      expect(() => planFee(1_000n, percentage, A)).toThrow(PercentageError)
      expect(() => planFee(1_000n, percentage, null)).toThrow(PercentageError)
    },
  )

  test('planFee rejects a negative amount', () => {
    expect(() => planFee(-1n, '1', A)).toThrow(ArithmeticRangeError)
  })

  test('planFee never charges less for the parts of a payment than for the whole', () => {
    const percentages = fc
      .bigInt({ min: 0n, max: 100n * 10n ** 18n })
      .map(
        (scaled) => `${scaled / 10n ** 18n}.${(scaled % 10n ** 18n).toString().padStart(18, '0')}`,
      )
    const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(parts, percentages, (amounts, percentage) => {
        const feeOf = (units: bigint) => planFee(units, percentage, A)?.units ?? -1n
        const whole = feeOf(amounts.reduce((sum, units) => sum + units, 0n))
        const split = amounts.reduce((sum, units) => sum + feeOf(units), 0n)
        expect(split).toBeGreaterThanOrEqual(whole)
        expect(split).toBeLessThanOrEqual(whole + BigInt(amounts.length))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('batchFeeAddress', () => {
  const item = (feeUnits: bigint, feeAddress: string | null): FeeItem => ({
    payee: PAYEE,
    feeUnits,
    feeAddress,
  })

  test.each<[string, FeeItem[], string]>([
    ['the address of the fees', [item(0n, B), item(1n, A), item(0n, null)], A],
    ['one address in two casings', [item(1n, A), item(1n, A.toLowerCase())], A],
    ['the first address named when there is no fee', [item(0n, null), item(0n, B), item(0n, A)], B],
    ['the first payee when none is named', [item(0n, null), item(0n, null)], PAYEE],
    ['the first payee rather than the zero address', [item(0n, ZERO)], PAYEE],
  ])('batchFeeAddress is %s', (_, items, address) => {
    expect(batchFeeAddress(items)).toBe(address)
  })

  test('batchFeeAddress rejects fees for two addresses, fees without a recipient, and an empty batch', () => {
    expect(() => batchFeeAddress([item(1n, A), item(1n, B)])).toThrow(MixedFeeAddressesError)
    expect(() => batchFeeAddress([item(1n, A), item(1n, null)])).toThrow(FeeWithoutAddressError)
    expect(() => batchFeeAddress([item(1n, ZERO)])).toThrow(FeeWithoutAddressError)
    expect(() => batchFeeAddress([])).toThrow(InvalidBatchError)
  })
})

test('tokenNeeds sums amounts and fees per token regardless of case, in order of appearance', () => {
  const need = (token: string | null, amountUnits: bigint, feeUnits: bigint) => ({
    token,
    amountUnits,
    feeUnits,
  })
  const items = [
    need(B, 5n, 1n),
    need(null, 100n, 3n),
    need(A, 7n, 0n),
    need(B.toLowerCase(), 2n, 2n),
  ]
  expect(tokenNeeds(items)).toEqual([
    { token: B, units: 10n },
    { token: A, units: 7n },
  ])
})

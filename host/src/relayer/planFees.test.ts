import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstFees, raisedFees } from './planFees.ts'

const GWEI = 1_000_000_000n
const market = { baseFeeUnits: 20n * GWEI, priorityFeeUnits: 2n * GWEI, isLegacy: false }
const legacy = { baseFeeUnits: 10n * GWEI, priorityFeeUnits: 0n, isLegacy: true }

describe('the fee of a new transaction', () => {
  test.each([
    ['twice the base fee and the tip', market, null, { maxUnits: 42n * GWEI, tipUnits: 2n * GWEI }],
    ['no more than the ceiling', market, 30n * GWEI, { maxUnits: 30n * GWEI, tipUnits: 2n * GWEI }],
    [
      'the current price when it equals the ceiling',
      market,
      22n * GWEI,
      { maxUnits: 22n * GWEI, tipUnits: 2n * GWEI },
    ],
    [
      'a tenth above the price of a legacy chain',
      legacy,
      null,
      { maxUnits: 11n * GWEI, tipUnits: 11n * GWEI },
    ],
    [
      'the ceiling of a legacy chain',
      legacy,
      10n * GWEI,
      { maxUnits: 10n * GWEI, tipUnits: 10n * GWEI },
    ],
  ])('the fee of a new transaction is %s', (_, fees, ceiling, expected) => {
    expect(firstFees(fees, ceiling)).toEqual({ ...expected, isLegacy: fees.isLegacy })
  })

  test('the fee of a new transaction is null while gas costs more than the ceiling', () => {
    expect(firstFees(market, 22n * GWEI - 1n)).toBeNull()
    expect(firstFees(legacy, 10n * GWEI - 1n)).toBeNull()
  })
})

describe('the fee of a replacement', () => {
  const previous = { maxUnits: 100n * GWEI, tipUnits: 2n * GWEI, isLegacy: false }

  test('the fee of a replacement is a quarter higher than the replaced fee', () => {
    const raised = { maxUnits: 125n * GWEI, tipUnits: 2_500_000_000n, isLegacy: false }
    expect(raisedFees(previous, market, null)).toEqual(raised)
    expect(
      raisedFees({ ...previous, tipUnits: 100n * GWEI, isLegacy: true }, legacy, 200n * GWEI),
    ).toEqual({
      maxUnits: 125n * GWEI,
      tipUnits: 125n * GWEI,
      isLegacy: true,
    })
  })

  test('the fee of a replacement is the market price when that is higher', () => {
    const dear = { baseFeeUnits: 300n * GWEI, priorityFeeUnits: 5n * GWEI, isLegacy: false }
    expect(raisedFees(previous, dear, null)).toMatchObject({
      maxUnits: 605n * GWEI,
      tipUnits: 5n * GWEI,
    })
  })

  test('the fee of a replacement is the ceiling if that allows an increase of an eighth, otherwise null', () => {
    // 12.5 % above 100 gwei.
    expect(raisedFees(previous, market, 112_500_000_000n)?.maxUnits).toBe(112_500_000_000n)
    expect(raisedFees(previous, market, 112_499_999_999n)).toBeNull()
  })

  test('the fee of a replacement has a limit even without a ceiling, on a chain that produces no blocks', () => {
    let fees = firstFees(market, null)
    let last = 0n
    for (let count = 0; fees !== null && count < 100; count += 1) {
      last = fees.maxUnits
      fees = raisedFees(fees, market, null)
    }
    expect(fees).toBeNull()
    expect(last).toBeLessThanOrEqual(10n * 42n * GWEI)
  })

  test('the fee of a replacement is always acceptable to nodes, and never above the ceiling', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(
        units,
        units,
        units,
        units,
        units,
        fc.boolean(),
        (base, tip, max, maxTip, ceiling, isLegacy) => {
          const now = { baseFeeUnits: base, priorityFeeUnits: tip, isLegacy }
          const before = {
            maxUnits: max,
            tipUnits: isLegacy || maxTip > max ? max : maxTip,
            isLegacy,
          }
          const fees = raisedFees(before, now, ceiling)
          if (fees === null) return
          expect(fees.maxUnits).toBeLessThanOrEqual(ceiling)
          expect(fees.tipUnits).toBeLessThanOrEqual(fees.maxUnits)
          expect(fees.maxUnits * 1_000n).toBeGreaterThanOrEqual(before.maxUnits * 1_125n)
          expect(fees.tipUnits * 1_000n).toBeGreaterThanOrEqual(before.tipUnits * 1_125n)
          expect(fees.maxUnits).toBeGreaterThan(before.maxUnits)
        },
      ),
    )
  })
})

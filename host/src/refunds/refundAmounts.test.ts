import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addRests, type Counted, readRate, unitsAtRate, worthAtRate } from './refundAmounts.ts'

describe('The rate of a payment', () => {
  // Fiat has 8 decimals in the contracts, USDC 6, ether 18.
  const usdc = { invoice: 8, payment: 6 }
  const ether = { invoice: 8, payment: 18 }

  it.each([
    // 10 USD at 1.0002 USDC per USD are 10.002 USDC.
    ['1.0002', usdc, 10_00000000n, 10_002_000n],
    // 33.33 EUR at 1.1 USDC per EUR are 36.663 USDC.
    ['1.1', usdc, 33_33000000n, 36_663_000n],
    // 0.01 USD at 1.00005 USDC per USD are 0.0100005 USDC: rounded down.
    ['1.00005', usdc, 1_000_000n, 10_000n],
    // 25 USD at 0.0004 ETH per USD are 0.01 ETH.
    ['0.0004', ether, 25_00000000n, 10_000_000_000_000_000n],
    // 100 JPY at 0.00000268 ETH per JPY are 0.000268 ETH.
    ['0.00000268', ether, 100_00000000n, 268_000_000_000_000n],
    ['3', usdc, 1_00000000n, 3_000_000n],
  ])('%s converts exactly', (rate, decimals, invoiceUnits, units) => {
    expect(unitsAtRate(invoiceUnits, readRate(rate, decimals))).toBe(units)
  })

  it.each([
    ['1.0002', usdc, 10_002_000n, 10_00000000n],
    // 1 USDC at 1.1 USDC per EUR is worth 0.909090909… EUR.
    ['1.1', usdc, 1_000_000n, 90909090n],
    ['0', usdc, 1_000_000n, 0n],
  ])('%s states the worth, rounded down', (rate, decimals, units, worth) => {
    expect(worthAtRate(units, readRate(rate, decimals))).toBe(worth)
  })

  it('the rate of a payment never gives back more tokens for a worth than the tokens that had this worth', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 10 ** 9 }), (units, rate) => {
        const parsed = readRate(`0.${String(rate).padStart(9, '0')}`, ether)
        expect(unitsAtRate(worthAtRate(units, parsed), parsed)).toBeLessThanOrEqual(units)
      }),
    )
  })
})

const place = { network: 'devnet', txHash: '0xa' }
const payment = (id: string, creditedUnits: bigint, txHash = '0xa') => ({
  ...place,
  ...{ id, creditedUnits, txHash },
})
const refund = (
  paymentId: string,
  amountUnits: bigint,
  change: Partial<Counted> = {},
): Counted => ({
  ...place,
  ...{ paymentId, amountUnits, paidUnits: 0n, isCancelled: false },
  ...change,
})

describe('The amount left to refund', () => {
  it.each([
    ['is all without refunds', [], 100n],
    ['is less by an unpaid refund', [refund('p', 30n)], 70n],
    ['is less by a paid refund, once', [refund('p', 30n, { paidUnits: 30n })], 70n],
    ['is less by what was paid, if that is more', [refund('p', 30n, { paidUnits: 45n })], 55n],
    ['does not count a cancelled refund', [refund('p', 30n, { isCancelled: true })], 100n],
    [
      'counts the paid amount of a cancelled refund',
      [refund('p', 30n, { isCancelled: true, paidUnits: 10n })],
      90n,
    ],
    ['is never below zero', [refund('p', 30n, { paidUnits: 500n })], 0n],
    // The payment was recorded again under another id.
    ['counts refunds of the same transaction', [refund('gone', 60n)], 40n],
  ])('the amount left to refund %s', (_, refunds, rest) => {
    expect(addRests([payment('p', 100n)], refunds).restOf('p')).toBe(rest)
  })

  it('the amount left to refund is separate for payments of different transactions', () => {
    const payments = [payment('p', 100n), payment('q', 50n, '0xb')]
    const rests = addRests(payments, [refund('p', 30n)])
    expect([rests.restOf('p'), rests.restOf('q'), rests.restOf('r')]).toEqual([70n, 50n, undefined])
  })

  it('the amount left to refund is shared by payments of one transaction, and bounded by each', () => {
    const rests = addRests([payment('p', 100n), payment('q', 50n)], [refund('gone', 120n)])
    expect([rests.restOf('p'), rests.restOf('q')]).toEqual([30n, 30n])
    rests.take('q', 20n)
    expect([rests.restOf('p'), rests.restOf('q')]).toEqual([10n, 10n])
    const own = addRests([payment('p', 100n), payment('q', 50n)], [refund('q', 40n)])
    expect([own.restOf('p'), own.restOf('q')]).toEqual([100n, 10n])
  })
})

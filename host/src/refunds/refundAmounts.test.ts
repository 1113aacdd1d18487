import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addRests, type Counted, sentUnits, unitsAtRate, worthAtRate } from './refundAmounts.ts'

describe('The rate of a payment', () => {
  // Fiat has 8 decimals in the contracts, USDC 6, ether 18.
  it.each([
    // 10 USD at 1.0002 USDC per USD are 10.002 USDC.
    [1_000_200n, 1_00000000n, 10_00000000n, 10_002_000n],
    // 33.33 EUR at 1.1 USDC per EUR are 36.663 USDC.
    [1_100_000n, 1_00000000n, 33_33000000n, 36_663_000n],
    // 0.01 USD at 1.00005 USDC per USD are 0.0100005 USDC: rounded down.
    [1_000_050n, 1_00000000n, 1_000_000n, 10_000n],
    // 25 USD at 0.0004 ETH per USD are 0.01 ETH.
    [400_000_000_000_000n, 1_00000000n, 25_00000000n, 10_000_000_000_000_000n],
    // Half of 100 USDC, of which the payee received 97.5 USDC, is 48.75 USDC.
    [97_500_000n, 100_000_000n, 50_000_000n, 48_750_000n],
  ])(
    'an amount converts at %s tokens per %s units, rounded down',
    (numerator, denominator, invoiceUnits, units) => {
      expect(unitsAtRate(invoiceUnits, { numerator, denominator })).toBe(units)
    },
  )

  it.each([
    [1_000_200n, 1_00000000n, 10_002_000n, 10_00000000n],
    // 1 USDC at 1.1 USDC per EUR is worth 0.909090909… EUR.
    [1_100_000n, 1_00000000n, 1_000_000n, 90909090n],
    [0n, 1_00000000n, 1_000_000n, 0n],
  ])(
    'the worth of tokens at %s tokens per %s units is rounded down',
    (numerator, denominator, units, worth) => {
      expect(worthAtRate(units, { numerator, denominator })).toBe(worth)
    },
  )

  it('the rate of a payment never converts the value of tokens back to more tokens', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
    const side = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(amount, side, side, (units, numerator, denominator) => {
        const rate = { numerator, denominator }
        expect(unitsAtRate(worthAtRate(units, rate), rate)).toBeLessThanOrEqual(units)
      }),
    )
  })
})

const place = { network: 'devnet', txHash: '0xa' }
const payment = (id: string, creditedUnits: bigint, txHash = '0xa') => ({
  ...place,
  ...{ id, creditedUnits, txHash, payer: '0xP' },
})
const refund = (
  paymentId: string,
  amountUnits: bigint,
  change: Partial<Counted> = {},
): Counted => ({
  ...place,
  ...{ paymentId, amountUnits, paidUnits: 0n, isCancelled: false, isGone: false },
  recipient: '0xP',
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

  it('payments in one transaction share the amount left to refund, and each payment limits its own refunds', () => {
    const rests = addRests([payment('p', 100n), payment('q', 50n)], [refund('gone', 120n)])
    expect([rests.restOf('p'), rests.restOf('q')]).toEqual([30n, 30n])
    rests.take('q', 20n)
    expect([rests.restOf('p'), rests.restOf('q')]).toEqual([10n, 10n])
    const own = addRests([payment('p', 100n), payment('q', 50n)], [refund('q', 40n)])
    expect([own.restOf('p'), own.restOf('q')]).toEqual([100n, 10n])
  })
})

describe('A payment that left the chain', () => {
  const gone = (paidUnits: bigint, change: Partial<Counted> = {}) =>
    refund('gone', 80n, { txHash: '0xgone', isGone: true, paidUnits, ...change })
  const payments = [
    { ...payment('new', 60n, '0xb'), payer: '0xQ' },
    { ...payment('old', 50n, '0xc'), payer: '0xP' },
  ]

  it.each([
    ['nothing of others if its refund is unpaid', [gone(0n)], [60n, 50n]],
    ['first the payments by the recipient', [gone(30n)], [60n, 20n]],
    ['then the other payments', [gone(80n)], [30n, 0n]],
    ['the other payments for an unknown recipient', [gone(30n, { recipient: '0xR' })], [30n, 50n]],
    ['all others if its refund was paid that much', [gone(500n)], [0n, 0n]],
    ['what a cancelled refund was paid', [gone(30n, { isCancelled: true })], [60n, 20n]],
  ])('a payment that left the chain takes %s', (_, refunds, expected) => {
    const rests = addRests(payments, refunds)
    expect(payments.map(({ id }) => rests.restOf(id))).toEqual(expected)
  })
})

/** A step in a refund's history: a stranger pays, the merchant gets or signs calldata, or a payment leaves the chain. */
const steps = fc.oneof(
  fc.record({ kind: fc.constant('stranger' as const), number: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constantFrom('ask', 'sign', 'drop'), number: fc.nat(9) }),
)

describe('The money that a merchant may have sent', () => {
  it('the money that a merchant may have sent is never less than the money that the calldata sent', () => {
    const histories = fc.record({
      amount: fc.integer({ min: 1, max: 12 }),
      steps: fc.array(steps, { maxLength: 14 }),
    })
    fc.assert(
      fc.property(histories, (history) => {
        const calldata: number[] = []
        let chain: { units: number; isOwn: boolean }[] = []
        let isRevoked = false
        for (const { kind, number } of history.steps) {
          const paid = chain.reduce((sum, { units }) => sum + units, 0)
          if (kind === 'stranger') chain.push({ units: number, isOwn: false })
          if (kind === 'ask' && paid < history.amount) calldata.push(history.amount - paid)
          if (kind === 'sign') {
            const [units] = calldata.splice(number % Math.max(1, calldata.length), 1)
            if (units !== undefined) chain.push({ units, isOwn: true })
          }
          if (kind === 'drop' && chain.length > 0) {
            isRevoked = true
            chain = chain.filter((_, at) => at !== number % chain.length)
          }
          const [paidUnits, own] = [chain, chain.filter(({ isOwn }) => isOwn)].map((some) =>
            some.reduce((sum, { units }) => sum + BigInt(units), 0n),
          )
          const stored = {
            ...{ ...refund('p', BigInt(history.amount)), id: 'r', paidUnits: paidUnits ?? 0n },
            ...{ isOpen: false, isPending: false, isRevoked },
          }
          expect(sentUnits(stored)).toBeGreaterThanOrEqual(own ?? 0n)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['nothing for up to half of the amount', 50n, 0n],
    ['the paid amount above half of it', 51n, 51n],
    ['the amount for up to half of it in excess', 150n, 100n],
    ['everything above one and a half times the amount', 151n, 151n],
  ])('the money that a merchant may have sent is %s', (_, paidUnits, sent) => {
    const stored = { ...refund('p', 100n, { paidUnits }), id: 'r', isOpen: true, isPending: false }
    expect(sentUnits({ ...stored, isRevoked: false })).toBe(sent)
    expect(sentUnits({ ...stored, isRevoked: true })).toBe(paidUnits)
  })
})

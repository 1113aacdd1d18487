import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { type ReadRests, toRefundable } from './readRests.ts'
import { addRests, countedUnits } from './refundAmounts.ts'
import { type Share, shareExcess } from './sharePayments.ts'

const WALLETS = ['0xA', '0xB', '0xC'] as const
const NETWORK = 'devnet'

/** A payment of a request: its payer and units. */
type Paid = { payer: string; units: number }
/** A refund: the index of its payment, its amount, and the units that arrived with its reference. */
type Given = { of: number; recipient: string; amount: number; paid: number; isCancelled: boolean }
type World = { paid: readonly Paid[]; given: readonly Given[]; expected: number }

const units = (max: number) => fc.integer({ min: 0, max })
const wallet = fc.constantFrom(...WALLETS)
const worlds: fc.Arbitrary<World> = fc.record({
  expected: units(60),
  paid: fc.array(fc.record({ payer: wallet, units: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  given: fc.array(
    fc.record({
      of: units(4),
      recipient: wallet,
      amount: fc.integer({ min: 1, max: 30 }),
      paid: units(60),
      isCancelled: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
})

/** Builds what the database returns: each payment in its own transaction, newest first. */
function read({ paid, given }: World): ReadRests {
  const payments = paid.map((one, index) => {
    const id = `p${index}`
    const row = { id, network: NETWORK, tx_hash: `0x${index}`, payer: one.payer }
    const amounts = { credited_units: String(one.units), request_units: String(one.units) }
    // The shares read no other columns of a payment without a conversion.
    return { ...row, ...amounts, conversion_rate: null } as Row<'payments'>
  })
  const refunds = given.map((one, index) => {
    const of = one.of % paid.length
    return {
      ...{ id: `r${index}`, paymentId: `p${of}`, network: NETWORK, txHash: `0x${of}` },
      ...{ amountUnits: BigInt(one.amount), paidUnits: BigInt(one.paid), invoiceUnits: null },
      ...{ recipient: one.recipient, requestId: 'request', isCancelled: one.isCancelled },
      ...{ isOpen: false, isPending: false, isGone: false, isRevoked: false },
    }
  })
  return { payments, refunds, rests: addRests(payments.map(toRefundable), refunds) }
}

function sharesOf(world: World): readonly Share[] {
  const total = world.paid.reduce((sum, one) => sum + one.units, 0)
  const request = { paid_units: String(total), expected_units: String(world.expected) }
  return shareExcess(request, read(world))
}

const unitsOf = (shares: readonly Share[], id: string) =>
  shares.find(({ payment }) => payment.id === id)?.units ?? 0n

describe('The excess of a request', () => {
  it('the excess of a request does not shrink for others if a recipient pays the reference of a refund', () => {
    const inflations = fc.record({ world: worlds, index: units(3), extra: units(10_000) })
    fc.assert(
      fc.property(inflations, ({ world, index, extra }) => {
        const target = world.given[index]
        fc.pre(target !== undefined)
        const given = world.given.map((one) =>
          one === target ? { ...one, paid: one.paid + extra } : one,
        )
        const [before, after] = [sharesOf(world), sharesOf({ ...world, given })]
        // A recipient may reduce the shares of its own payments, and of those that the merchant refunds to this recipient.
        const own = world.given.filter(({ recipient }) => recipient === target?.recipient)
        const ofOwn = new Set(own.map(({ of }) => of % world.paid.length))
        for (const [at, { payer }] of world.paid.entries()) {
          if (payer === target?.recipient || ofOwn.has(at)) continue
          expect(unitsOf(after, `p${at}`)).toBe(unitsOf(before, `p${at}`))
        }
      }),
    )
  })

  it('the share of a request’s excess and the refunds of a payment never exceed what arrived with it', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { payments, refunds } = read(world)
        const shares = sharesOf(world)
        for (const { id, credited_units } of payments) {
          const counted = refunds
            .filter(({ paymentId }) => paymentId === id)
            .reduce((sum, refund) => sum + countedUnits(refund), 0n)
          const share = unitsOf(shares, id)
          if (share > 0n) expect(share + counted).toBeLessThanOrEqual(BigInt(credited_units))
        }
      }),
    )
  })

  it('the excess of a request and the refunds of its only payer never exceed what this payer paid above the amount', () => {
    const alone = worlds.map(({ paid, given, expected }) => ({
      expected,
      paid: paid.map((one) => ({ ...one, payer: '0xA' })),
      given: given.map((one) => ({ ...one, recipient: '0xA' })),
    }))
    fc.assert(
      fc.property(alone, (world) => {
        const shares = sharesOf(world)
        fc.pre(shares.length > 0)
        const given = read(world).refunds.reduce((sum, refund) => sum + countedUnits(refund), 0n)
        const total = shares.reduce((sum, share) => sum + share.units, given)
        const paid = world.paid.reduce((sum, one) => sum + one.units, 0)
        expect(total).toBeLessThanOrEqual(BigInt(paid - world.expected))
      }),
    )
  })
})

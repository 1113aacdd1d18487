import { divide } from '@secure-payment/core'
import type { Row } from '../db/schema.ts'
import { rateOf } from './paymentWorth.ts'
import { type ReadRests, toRefundable } from './readRests.ts'
import {
  addRests,
  countedUnits,
  isDust,
  type Rests,
  unitsAtRate,
  worthAtRate,
} from './refundAmounts.ts'

/** The part of an amount that is refunded from one payment. */
export type Share = {
  payment: Row<'payments'>
  /** The amount in base units of the payment currency. */
  units: bigint
  /** The amount that the share takes from the excess, in settlement units of the request. */
  requestUnits: bigint
}

/**
 * Distributes an amount over payments, newest first. Dust comes last, and only if the amount needs it. If the amount needs more
 * than `most` payments, the largest payments come first. The shares add up to less than the amount if the payments do.
 */
export function shareAmount(read: ReadRests, units: bigint, most: number): readonly Share[] {
  const rested = withRests(read)
  const large = rested.filter(({ rest }) => !isDust(rest, units))
  const small = rested.filter(({ rest }) => isDust(rest, units)).toSorted(byRest)
  const shares = take(read, [...large, ...small], units)
  return shares.length <= most ? shares : take(read, rested.toSorted(byRest), units)
}

/** Returns a share for the whole amount that is left of each payment. */
export function shareAll(read: ReadRests): readonly Share[] {
  return take(read, withRests(read), null)
}

type Overpaid = Pick<Row<'requests'>, 'paid_units' | 'expected_units'>

/**
 * Distributes the excess of a request over its payments, newest first: a later payer paid the excess. A conversion counts in the invoice
 * currency, so a payment's share is the worth of its part of the excess.
 *
 * Money that a recipient received without the merchant's decision reduces only this recipient's parts, because anyone can pay a refund's
 * reference.
 */
export function shareExcess(request: Overpaid, read: ReadRests): readonly Share[] {
  const allotted = allotExcess(request, read)
  const reduced = withoutUndecided(allotted, read.refunds)
  const taken = restTaker(read.rests)
  return allotted.flatMap(({ payment, settle }) => {
    const units = taken(payment.id, reduced.get(payment.id) ?? 0n)
    return units === 0n ? [] : { payment, units, requestUnits: settle(units) }
  })
}

/** The part of the excess that a payment brought, in tokens. */
type Allotted = {
  payment: Row<'payments'>
  units: bigint
  /** Returns the value of the payment's tokens, in settlement units. */
  settle: (units: bigint) => bigint
}

/** Distributes the excess by the amounts that the merchant decided, ignoring the amounts that were paid. */
function allotExcess(request: Overpaid, read: ReadRests): readonly Allotted[] {
  let left = excessOf(request, read.refunds)
  const taken = restTaker(addRests(read.payments.map(toRefundable), read.refunds.map(asDecided)))
  const allotted: Allotted[] = []
  for (const payment of read.payments) {
    if (left <= 0n) break
    const rate = rateOf(payment)
    const part = least(left, BigInt(payment.request_units))
    const worth = rate === null ? part : unitsAtRate(part, rate)
    // A payment that was already refunded in part contributes only the remaining amount.
    const settle = (units: bigint) =>
      units === worth ? part : rate === null ? units : worthAtRate(units, rate)
    const units = taken(payment.id, worth)
    if (units === 0n) continue
    left -= settle(units)
    allotted.push({ payment, units, settle })
  }
  return allotted
}

/**
 * Returns the part of the payments above the requested amount, less the refunds that the merchant decided, in settlement units. Paid
 * amounts are ignored, because a refund's recipient can pay the refund's reference itself, with any amount. If the refunded payment left
 * the chain, the paid part of the refund's amount counts.
 */
export function excessOf(request: Overpaid, refunds: ReadRests['refunds']): bigint {
  let left = BigInt(request.paid_units) - BigInt(request.expected_units)
  for (const refund of refunds) {
    const { invoiceUnits, amountUnits } = refund
    const units = countedUnits(asDecided(refund))
    left -= invoiceUnits === null ? units : divide(invoiceUnits * units, amountUnits, 'down')
  }
  return left > 0n ? left : 0n
}

type Refund = ReadRests['refunds'][number]

/**
 * Returns a refund as the merchant decided it, without regard to its payments: it counts its amount until it is cancelled. If the refunded
 * payment left the chain, only the paid part of the amount counts.
 */
function asDecided(refund: Refund): Refund {
  const { isGone, isCancelled, amountUnits, paidUnits } = refund
  return { ...refund, paidUnits: isGone && !isCancelled ? least(paidUnits, amountUnits) : 0n }
}

/**
 * Subtracts the money that recipients received beyond the merchant's decisions, each token once. Subtracts first from the payments by the
 * recipient's wallet, then from the refunded payment. In this order, no recipient affects payments by wallets that are unrelated to the
 * recipient's refunds.
 */
function withoutUndecided(
  allotted: readonly Allotted[],
  refunds: ReadRests['refunds'],
): ReadonlyMap<string, bigint> {
  const left = new Map(allotted.map(({ payment, units }) => [payment.id, units]))
  const undecided = refunds
    .map((refund) => ({ refund, units: countedUnits(refund) - countedUnits(asDecided(refund)) }))
    .filter(({ units }) => units > 0n)
  const isBy = ({ recipient }: Refund, { payer }: Row<'payments'>) => recipient === payer
  const isOf = ({ paymentId }: Refund, { id }: Row<'payments'>) => paymentId === id
  for (const concerns of [isBy, isOf]) {
    for (const one of undecided) {
      for (const { payment } of allotted) {
        if (one.units === 0n) break
        if (!concerns(one.refund, payment)) continue
        const before = left.get(payment.id) ?? 0n
        const units = least(one.units, before)
        one.units -= units
        left.set(payment.id, before - units)
      }
    }
  }
  return left
}

/** The shares that one call refunds, and the others. */
export type Chosen = {
  kept: readonly Share[]
  dust: readonly Share[]
  /** The shares beyond the maximum number. */
  further: readonly Share[]
}

/** Chooses at most `most` shares that are not dust; the largest shares if there are more. */
export function chooseShares(shares: readonly Share[], most: number): Chosen {
  const units = sumOf(shares)
  const large = shares.filter((share) => !isDust(share.units, units))
  const largest = new Set(large.toSorted((a, b) => compare(b.units, a.units)).slice(0, most))
  return {
    kept: large.filter((share) => largest.has(share)),
    dust: shares.filter((share) => isDust(share.units, units)),
    further: large.filter((share) => !largest.has(share)),
  }
}

/** Returns the sum of the shares' tokens. */
export function sumOf(shares: readonly Pick<Share, 'units'>[]): bigint {
  return shares.reduce((sum, { units }) => sum + units, 0n)
}

type Rested = { payment: Row<'payments'>; rest: bigint }

function withRests({ payments, rests }: ReadRests): readonly Rested[] {
  return payments.flatMap((payment) => {
    const rest = rests.restOf(payment.id) ?? 0n
    return rest === 0n ? [] : { payment, rest }
  })
}

function take({ rests }: ReadRests, ordered: readonly Rested[], wanted: bigint | null): Share[] {
  let left = wanted
  const taken = restTaker(rests)
  return ordered.flatMap(({ payment, rest }) => {
    const units = taken(payment.id, left === null ? rest : least(left, rest))
    if (units === 0n) return []
    if (left !== null) left -= units
    return { payment, units, requestUnits: units }
  })
}

/**
 * Returns a function that subtracts tokens from the remaining amounts of payments without changing `rests`, and returns the number of
 * subtracted tokens.
 */
function restTaker(rests: Rests): (paymentId: string, wanted: bigint) => bigint {
  const own = rests.copy()
  return (paymentId, wanted) => {
    const units = least(wanted, own.restOf(paymentId) ?? 0n)
    own.take(paymentId, units)
    return units
  }
}

function byRest(a: Rested, b: Rested): number {
  return compare(b.rest, a.rest)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function least(units: bigint, most: bigint): bigint {
  return most < units ? most : units
}

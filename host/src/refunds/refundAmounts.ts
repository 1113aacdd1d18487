import { divide } from '@secure-payment/core'

/** A rate as a fraction: base units of the payment currency per settlement unit of the request. */
export type UnitRate = { numerator: bigint; denominator: bigint }

/** Returns the tokens that an amount in the invoice currency was worth at a rate, rounded down. */
export function unitsAtRate(invoiceUnits: bigint, { numerator, denominator }: UnitRate): bigint {
  return divide(invoiceUnits * numerator, denominator, 'down')
}

/** Returns the amount in the invoice currency that tokens were worth at a rate, rounded down. */
export function worthAtRate(units: bigint, { numerator, denominator }: UnitRate): bigint {
  return numerator === 0n ? 0n : divide(units * denominator, numerator, 'down')
}

/** A smaller part of an amount is dust: anyone can pay that little, and its refund would cost more gas than it returns. */
const DUST_DIVISOR = 10_000n

/** Returns whether units are dust relative to a whole amount in the same unit. */
export function isDust(units: bigint, whole: bigint): boolean {
  return units * DUST_DIVISOR < whole
}

/** A payment, with the tokens that its payee received. */
export type Refundable = {
  id: string
  network: string
  txHash: string
  creditedUnits: bigint
  payer: string | null
}

/** A refund, with the amounts that determine the tokens that it takes from its payment. */
export type Counted = {
  paymentId: string
  network: string
  txHash: string
  recipient: string
  amountUnits: bigint
  paidUnits: bigint
  isCancelled: boolean
  /** Whether the refunded payment left the chain. Another transaction may have replaced it. */
  isGone: boolean
}

/**
 * Returns the tokens that a refund takes from its payment: the amount of the refund, or the paid amount if that is more. A
 * cancelled refund, and one whose payment left the chain, take only the paid amount.
 */
export function countedUnits({ amountUnits, paidUnits, isCancelled, isGone }: Counted): bigint {
  if (isCancelled || isGone || paidUnits > amountUnits) return paidUnits
  return amountUnits
}

/** The amounts that are left to refund, for one request's payments. */
export type Rests = {
  /** Returns the tokens of a payment that are left to refund; undefined for an unknown payment. */
  restOf(paymentId: string): bigint | undefined
  /** Counts a further refund. */
  take(paymentId: string, units: bigint): void
  /** Returns a copy of the amounts, which changes separately from then on. */
  copy(): Rests
}

/**
 * Adds up the amount that is left to refund, for each payment of one request.
 *
 * A reorganisation may record a payment again under another log index, so payments in one transaction also share a limit. The sum of their
 * refunds never exceeds the sum of the payments, regardless of the payment that a refund names.
 *
 * Refunds whose payment left the chain count against the request's other payments. These payments are reduced in the order of `payments`.
 */
export function addRests(payments: readonly Refundable[], refunds: readonly Counted[]): Rests {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const creditedIn = new Map<string, bigint>()
  for (const payment of payments) add(creditedIn, placeOf(payment), payment.creditedUnits)
  const sums = { refundedIn: new Map<string, bigint>(), refundedOf: new Map<string, bigint>() }
  for (const refund of refunds) if (!refund.isGone) count(sums, refund, countedUnits(refund))
  const rests = restsOf({ byId, creditedIn }, sums)
  takeGone(rests, { payments, refunds })
  return rests
}

/**
 * Counts the refunds whose payment left the chain against other payments. The payments by the recipient of the refund come first, because
 * that wallet probably paid again.
 */
function takeGone(
  rests: Rests,
  { payments, refunds }: { payments: readonly Refundable[]; refunds: readonly Counted[] },
): void {
  const gone = refunds
    .filter(({ isGone }) => isGone)
    .map((refund) => ({ recipient: refund.recipient, left: countedUnits(refund) }))
  for (const isAny of [false, true]) {
    for (const one of gone) {
      for (const { id, payer } of payments) {
        if (!isAny && payer !== one.recipient) continue
        const rest = rests.restOf(id) ?? 0n
        const units = one.left < rest ? one.left : rest
        rests.take(id, units)
        one.left -= units
      }
    }
  }
}

type Sums = { refundedIn: Map<string, bigint>; refundedOf: Map<string, bigint> }
type Place = { network: string; txHash: string }

function count(
  { refundedIn, refundedOf }: Sums,
  refund: Place & { paymentId: string },
  units: bigint,
): void {
  add(refundedIn, placeOf(refund), units)
  add(refundedOf, refund.paymentId, units)
}

function restsOf(
  paid: { byId: ReadonlyMap<string, Refundable>; creditedIn: ReadonlyMap<string, bigint> },
  sums: Sums,
): Rests {
  const { byId, creditedIn } = paid
  return {
    restOf(paymentId) {
      const payment = byId.get(paymentId)
      if (payment === undefined) return undefined
      const place = placeOf(payment)
      const own = payment.creditedUnits - (sums.refundedOf.get(paymentId) ?? 0n)
      const shared = (creditedIn.get(place) ?? 0n) - (sums.refundedIn.get(place) ?? 0n)
      const rest = own < shared ? own : shared
      return rest > 0n ? rest : 0n
    },
    take(paymentId, units) {
      const payment = byId.get(paymentId)
      if (payment !== undefined) count(sums, { ...payment, paymentId }, units)
    },
    copy() {
      const { refundedIn, refundedOf } = sums
      return restsOf(paid, { refundedIn: new Map(refundedIn), refundedOf: new Map(refundedOf) })
    },
  }
}

/** A refund that was stored. */
export type Stored = Counted & {
  id: string
  /** Whether the refund can still be paid, and is not held. */
  isOpen: boolean
  /** Whether a payment for the refund is on chain and too young to count. */
  isPending: boolean
  /** Whether a reorganisation removed a payment for the refund. */
  isRevoked: boolean
}

/**
 * Returns the tokens that the merchant may have sent for a refund. Anyone can pay a refund's reference. Money up to half of the amount
 * therefore counts as not paid, and so does an excess up to that half.
 *
 * The service's calldata always pays a refund's whole remainder. A first such payment therefore completes the amount. If a second one makes
 * the merchant's payments exceed the amount, the excess is more than half of the amount. After a reorganisation, neither conclusion is
 * certain, because the calldata may complete money that left the chain; every payment then counts.
 */
export function sentUnits({ amountUnits, paidUnits, isRevoked }: Stored): bigint {
  if (isRevoked || 2n * paidUnits > 3n * amountUnits) return paidUnits
  if (2n * paidUnits <= amountUnits) return 0n
  return paidUnits < amountUnits ? paidUnits : amountUnits
}

/**
 * Returns the ids of the open refunds that their payments do not cover, after the money that the merchant may have sent for all others.
 * Refunds that are being paid are covered first, then the oldest refunds.
 */
export function findExceeding(
  payments: readonly Refundable[],
  refunds: readonly Stored[],
): readonly string[] {
  const sent = refunds.map((refund) => ({ ...refund, paidUnits: sentUnits(refund) }))
  const others = sent.filter(({ isOpen }) => !isOpen)
  const rests = addRests(
    payments,
    others.map((refund) => ({ ...refund, isCancelled: true })),
  )
  const open = sent
    .filter(({ isOpen }) => isOpen)
    .toSorted((a, b) => Number(b.isPending) - Number(a.isPending) || (a.id < b.id ? -1 : 1))
  return open.flatMap((refund) => {
    const { id, paymentId, paidUnits } = refund
    const rest = rests.restOf(paymentId) ?? 0n
    const units = countedUnits(refund)
    const exceeds = units > rest
    rests.take(paymentId, exceeds ? paidUnits : units)
    return exceeds ? id : []
  })
}

function placeOf({ network, txHash }: Place): string {
  return `${network} ${txHash}`
}

function add(sums: Map<string, bigint>, key: string, units: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + units)
}

import { divide } from '@secure-payment/core'

/** A rate as a fraction: base units of the payment currency per settlement unit of the invoice currency. */
export type UnitRate = { numerator: bigint; denominator: bigint }

/**
 * Parses the rate of a payment: payment currency per invoice currency, as exact decimal text. The decimals are those of the base units.
 */
export function readRate(
  rate: string,
  { invoice, payment }: { invoice: number; payment: number },
): UnitRate {
  const [whole = '0', fraction = ''] = rate.split('.')
  return {
    numerator: BigInt(whole + fraction) * 10n ** BigInt(payment),
    denominator: 10n ** BigInt(fraction.length + invoice),
  }
}

/** Returns the tokens that an amount in the invoice currency was worth at a rate, rounded down. */
export function unitsAtRate(invoiceUnits: bigint, { numerator, denominator }: UnitRate): bigint {
  return divide(invoiceUnits * numerator, denominator, 'down')
}

/** Returns the amount in the invoice currency that tokens were worth at a rate, rounded down. */
export function worthAtRate(units: bigint, { numerator, denominator }: UnitRate): bigint {
  return numerator === 0n ? 0n : divide(units * denominator, numerator, 'down')
}

/** A payment, with the tokens that its payee received. */
export type Refundable = { id: string; network: string; txHash: string; creditedUnits: bigint }

/** A refund, with the tokens that it counts. */
export type Counted = {
  paymentId: string
  network: string
  txHash: string
  amountUnits: bigint
  paidUnits: bigint
  isCancelled: boolean
}

/** Returns the tokens that a refund takes from its payment: its amount, or what was paid if that is more; a cancelled one only counts what was paid. */
export function countedUnits({ amountUnits, paidUnits, isCancelled }: Counted): bigint {
  if (isCancelled || paidUnits > amountUnits) return paidUnits
  return amountUnits
}

/** What is left to refund of the payments of one request. */
export type Rests = {
  /** The tokens that are left of a payment; undefined for a payment that is not among them. */
  restOf(paymentId: string): bigint | undefined
  /** Counts a further refund. */
  take(paymentId: string, units: bigint): void
}

/**
 * Adds up what is left to refund of each payment of one request.
 *
 * A reorganisation may record a payment again under another log index, so payments of one transaction also share a limit: their refunds
 * together never exceed what they brought together, whichever of them a refund named.
 */
export function addRests(payments: readonly Refundable[], refunds: readonly Counted[]): Rests {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const creditedIn = new Map<string, bigint>()
  for (const payment of payments) add(creditedIn, placeOf(payment), payment.creditedUnits)
  const refundedIn = new Map<string, bigint>()
  const refundedOf = new Map<string, bigint>()
  const count = (refund: { paymentId: string; network: string; txHash: string }, units: bigint) => {
    add(refundedIn, placeOf(refund), units)
    add(refundedOf, refund.paymentId, units)
  }
  for (const refund of refunds) count(refund, countedUnits(refund))
  return {
    restOf(paymentId) {
      const payment = byId.get(paymentId)
      if (payment === undefined) return undefined
      const place = placeOf(payment)
      const own = payment.creditedUnits - (refundedOf.get(paymentId) ?? 0n)
      const shared = (creditedIn.get(place) ?? 0n) - (refundedIn.get(place) ?? 0n)
      const rest = own < shared ? own : shared
      return rest > 0n ? rest : 0n
    },
    take(paymentId, units) {
      const payment = byId.get(paymentId)
      if (payment !== undefined) count({ ...payment, paymentId }, units)
    },
  }
}

function placeOf({ network, txHash }: { network: string; txHash: string }): string {
  return `${network} ${txHash}`
}

function add(sums: Map<string, bigint>, key: string, units: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + units)
}

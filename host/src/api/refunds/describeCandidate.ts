import { formatAmount } from '@secure-payment/core'
import { type api, MAX_LINK_PAYOUTS, type Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../../db/schema.ts'
import { describeKept, type KeptRow } from '../../refunds/keptSurpluses.ts'
import { worthOf } from '../../refunds/paymentWorth.ts'
import type { ReadRests } from '../../refunds/readRests.ts'
import { isDust } from '../../refunds/refundAmounts.ts'
import {
  chooseShares,
  excessOf,
  type Share,
  shareAll,
  shareExcess,
  sumOf,
} from '../../refunds/sharePayments.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'

/** A request whose money may need to be refunded, in the API's format. */
export type Candidate = Output<typeof api.refunds.candidates>['candidates'][number]

/** The columns that decide whether a request is a candidate. */
export const CANDIDATE_COLUMNS = [
  'id',
  'reference',
  'network',
  'kind',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'cancelled_at',
  'paid_late',
  'has_been_paid',
  'conversion_path',
  'max_rate_age_s',
  'recurring_payment_id',
  'offramp_provider',
  'updated_at',
] as const

/** A request that may be a candidate. */
export type CandidateRow = Pick<Row<'requests'>, (typeof CANDIDATE_COLUMNS)[number]>

/** The request's payments and refunds, and the merchant's decision to keep money. */
type Facts = { read: ReadRests; kept: KeptRow | undefined }

/**
 * Describes a request whose money may need to be refunded, without the kept money. Returns null for a crypto-to-fiat request, or if at most
 * dust is left.
 */
export function describeCandidate(row: CandidateRow, { read, kept }: Facts): Candidate | null {
  if (describeRequest(withPlan(row).plan).isCryptoToFiat) return null
  const reason = reasonOf(row, read)
  const all = sharesOf(row, { read, kept })
  const [newest] = all
  if (newest === undefined) return null
  // An amount has one currency. The list shows the money in other currencies once this money is refunded or kept.
  const { network, payment_currency } = newest.payment
  const shares = all.filter(({ payment }) => payment.payment_currency === payment_currency)
  const units = sumOf(shares)
  if (units === 0n) return null
  const { decimals, id: currency } = getCurrency(payment_currency).currency
  const write = (settled: string) =>
    formatAmount(BigInt(settled), settlementDecimals(withPlan(row)))
  const refundAmount = formatAmount(units, decimals)
  return {
    requestId: row.id,
    reference: row.reference,
    reason,
    amount: kept !== undefined ? refundAmount : reason === 'overpaid' ? 'excess' : 'all',
    network,
    currency,
    refundAmount,
    requestAmount: write(row.expected_units),
    paidAmount: write(row.paid_units),
    invoiceCurrency: getCurrency(row.invoice_currency).currency.id,
    payments: shares.map((share) => ({
      paymentId: share.payment.id,
      amount: formatAmount(share.units, decimals),
      payerAddress: share.payment.payer,
    })),
    kept: kept === undefined ? null : describeKept(kept, row),
    updatedAt: row.updated_at,
  }
}

/** Returns a request's money that may have to be refunded, without the money of existing refunds, kept or not, in settlement units. */
export function undecidedUnits(row: CandidateRow, read: ReadRests): bigint {
  return excessOf(asOverpaid(row, read, 0n), read.refunds)
}

/** Returns the money that a decision to keep a candidate covers, in settlement units: all undecided money in the candidate's currency. */
export function keptUnits(row: CandidateRow, facts: Facts): bigint {
  const [newest, ...others] = sharesOf(row, facts)
  const isOther = ({ payment }: Share) =>
    payment.payment_currency !== newest?.payment.payment_currency
  return others
    .filter(isOther)
    .reduce(
      (left, { payment, units }) => left - (worthOf(payment, units) ?? units),
      undecidedUnits(row, facts.read),
    )
}

/**
 * Returns the reason why money may need to be refunded. A request that was paid in time stays paid: money that arrived late is then its
 * excess. Late money may also be only part of the amount.
 */
function reasonOf(row: CandidateRow, { payments }: ReadRests): Candidate['reason'] {
  if (row.cancelled_at !== null) return 'cancelled'
  const isPartLate = row.has_been_paid === 0 && payments.some(({ is_late }) => is_late === 1)
  if (row.paid_late === 0 && !isPartLate) return 'overpaid'
  const inTime = payments.filter(({ is_late }) => is_late === 0)
  const units = inTime.reduce((sum, { request_units }) => sum + BigInt(request_units), 0n)
  return units >= BigInt(row.expected_units) ? 'overpaid' : 'late'
}

/** Returns the shares that a refund of the candidate would return; none if they are dust relative to the requested amount. */
function sharesOf(row: CandidateRow, { read, kept }: Facts): readonly Share[] {
  const isExcess = reasonOf(row, read) === 'overpaid' || kept !== undefined
  const shares = isExcess
    ? shareExcess(asOverpaid(row, read, BigInt(kept?.kept_units ?? 0)), read)
    : chooseShares(shareAll(read), MAX_LINK_PAYOUTS).kept
  const units = shares.reduce((sum, { requestUnits }) => sum + requestUnits, 0n)
  return isDust(units, BigInt(row.expected_units)) ? [] : shares
}

/** Returns the request as if only its undecided money exceeded it: kept money counts like money that was requested. */
function asOverpaid(row: CandidateRow, read: ReadRests, keptUnits: bigint) {
  const requested = reasonOf(row, read) === 'overpaid' ? BigInt(row.expected_units) : 0n
  return { paid_units: row.paid_units, expected_units: String(requested + keptUnits) }
}

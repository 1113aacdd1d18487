import { stringify } from 'csv-stringify/sync'
import type { Context } from '../../context.ts'
import { findPayments } from '../../search/findPayments.ts'
import type { PaymentFilter, Position } from '../../search/paymentFilter.ts'
import { describePayment, type Payment, type Reader } from './describePayment.ts'
import { loadPayments } from './loadPayments.ts'

/** The maximum number of payments in memory at a time. */
const PAYMENTS_A_PIECE = 500

/** The payments to export: those that match a filter, from a position on, up to a limit. */
export type Export = {
  filter: PaymentFilter
  start: { offset: number } | { after: Position }
  most: number
  reader: Reader
}

/**
 * Writes payments as CSV (RFC 4180), newest first: a line of names, then one line per payment. Each piece is read after the previous one
 * has been sent, from its last payment on, so new payments do not shift the pages. A text that a spreadsheet would read as a formula
 * begins with an apostrophe.
 */
export async function* exportPayments(
  context: Pick<Context, 'db'>,
  { filter, start, most, reader }: Export,
): AsyncGenerator<string> {
  let from = start
  for (let left = most; left > 0; left -= PAYMENTS_A_PIECE) {
    const limit = Math.min(left, PAYMENTS_A_PIECE)
    const { page, hasMore } = await findPayments(context, filter, { ...from, limit })
    const payments = await loadPayments(
      context,
      page.map(({ id }) => id),
    )
    // The header line is sent with the first payments, so that a failed search returns an error.
    const lines = payments.map((payment) => toCells(describePayment(payment, reader)))
    yield toCsv(from === start ? [Object.keys(COLUMNS), ...lines] : lines)
    const last = page.at(-1)
    if (last === undefined || !hasMore) return
    from = { after: last }
  }
}

type Cell = string | null | undefined

/** The columns in order, with the content of each. */
const COLUMNS: Readonly<Record<string, (payment: Payment) => Cell>> = {
  id: ({ id }) => id,
  timestamp: ({ timestamp }) => timestamp,
  type: ({ type }) => type,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  paymentCurrency: ({ paymentCurrency }) => paymentCurrency,
  sourceNetwork: ({ sourceNetwork }) => sourceNetwork,
  destinationNetwork: ({ destinationNetwork }) => destinationNetwork,
  sourceTxHash: ({ sourceTxHash }) => sourceTxHash,
  destinationTxHash: ({ destinationTxHash }) => destinationTxHash,
  payerAddress: ({ payerAddress }) => payerAddress,
  conversionRateSource: ({ conversionRateSource }) => conversionRateSource,
  conversionRateDestination: ({ conversionRateDestination }) => conversionRateDestination,
  convertedAmountSource: ({ convertedAmountSource }) => convertedAmountSource,
  convertedAmountDestination: ({ convertedAmountDestination }) => convertedAmountDestination,
  rateProvider: ({ rateProvider }) => rateProvider,
  fees: ({ fees }) => (fees ?? []).map(describeFee).join('; '),
  recurringPaymentId: ({ recurringPaymentId }) => recurringPaymentId,
  requestId: ({ request }) => request.requestId,
  paymentReference: ({ request }) => request.paymentReference,
  reference: ({ request }) => request.reference,
  hasBeenPaid: ({ request }) => String(request.hasBeenPaid),
  customerFirstName: ({ request }) => request.customerInfo?.firstName,
  customerLastName: ({ request }) => request.customerInfo?.lastName,
  customerEmail: ({ request }) => request.customerInfo?.email,
  detectionSource: ({ detectionSource }) => detectionSource,
  note: ({ note }) => note,
  amountInUsd: ({ amountInUsd }) => amountInUsd,
  isLate: ({ isLate }) => String(isLate),
  reportingCurrency: ({ reportingCurrency }) => reportingCurrency,
  amountInReportingCurrency: ({ amountInReportingCurrency }) => amountInReportingCurrency,
  refundedAmount: ({ refundedAmount }) => refundedAmount,
  refundStatus: ({ refundStatus }) => refundStatus,
  refundId: ({ refundId }) => refundId,
}

function describeFee({ type, amount, currency }: NonNullable<Payment['fees']>[number]): string {
  return `${type} ${amount ?? ''} ${currency}`
}

function toCells(payment: Payment): Cell[] {
  return Object.values(COLUMNS).map((read) => read(payment))
}

function toCsv(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', escape_formulas: true })
}

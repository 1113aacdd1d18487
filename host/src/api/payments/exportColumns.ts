import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Payment } from './describePayment.ts'
import type { LoadedPayment } from './loadPayments.ts'
import type { OrderShare } from './readOrderShares.ts'

/** A cell of the export; empty if it is null. */
export type Cell = string | null | undefined

/** A payment with the facts that only the export contains. */
type ExportedPayment = {
  loaded: LoadedPayment
  described: Payment
  share: OrderShare | null
  /** The credential is public, so the payee's wallet is omitted: the payer's page may hide it. */
  isPublic: boolean
}

/** A column: its name for programs, its title for people, and its content. */
type Column = { name: string; title: string; read: (payment: ExportedPayment) => Cell }

/** The columns, in order. New columns go to the end, because programs may read columns by position. */
export const EXPORT_COLUMNS: readonly Column[] = [
  column('id', 'Payment ID', ({ id }) => id),
  column('timestamp', 'Time (UTC)', ({ timestamp }) => timestamp),
  column('type', 'Type', ({ type }) => type),
  column('amount', 'Amount', ({ amount }) => amount),
  column('currency', 'Currency', ({ currency }) => currency),
  column('paymentCurrency', 'Payment currency', ({ paymentCurrency }) => paymentCurrency),
  column('sourceNetwork', 'Source network', ({ sourceNetwork }) => sourceNetwork),
  column('destinationNetwork', 'Network', ({ destinationNetwork }) => destinationNetwork),
  column('sourceTxHash', 'Source transaction', ({ sourceTxHash }) => sourceTxHash),
  column('destinationTxHash', 'Transaction', ({ destinationTxHash }) => destinationTxHash),
  column('payerAddress', 'Payer wallet', ({ payerAddress }) => payerAddress),
  column('conversionRateSource', 'Source rate', (payment) => payment.conversionRateSource),
  column('conversionRateDestination', 'Rate', (payment) => payment.conversionRateDestination),
  column('convertedAmountSource', 'Converted: sent', (payment) => payment.convertedAmountSource),
  column(
    'convertedAmountDestination',
    'Converted: received',
    (payment) => payment.convertedAmountDestination,
  ),
  column('rateProvider', 'Source of the rate', ({ rateProvider }) => rateProvider),
  column('fees', 'Fees', ({ fees }) => listFees(fees, ({ type }) => type !== 'gas')),
  column('recurringPaymentId', 'Recurring payout ID', (payment) => payment.recurringPaymentId),
  column('requestId', 'Request ID', ({ request }) => request.requestId),
  column('paymentReference', 'Payment reference', ({ request }) => request.paymentReference),
  column('reference', 'Reference', ({ request }) => request.reference),
  column('hasBeenPaid', 'Request paid', ({ request }) => String(request.hasBeenPaid)),
  column('customerFirstName', 'First name', ({ request }) => request.customerInfo?.firstName),
  column('customerLastName', 'Last name', ({ request }) => request.customerInfo?.lastName),
  column('customerEmail', 'E-mail', ({ request }) => request.customerInfo?.email),
  column('detectionSource', 'Detected by', ({ detectionSource }) => detectionSource),
  column('note', 'Note', ({ note }) => note),
  column('amountInUsd', 'Worth in USD', ({ amountInUsd }) => amountInUsd),
  column('isLate', 'Late', ({ isLate }) => String(isLate)),
  column('reportingCurrency', 'Reporting currency', (payment) => payment.reportingCurrency),
  column(
    'amountInReportingCurrency',
    'Worth in the reporting currency',
    (payment) => payment.amountInReportingCurrency,
  ),
  column('refundedAmount', 'Refunded amount', ({ refundedAmount }) => refundedAmount),
  column('refundStatus', 'Refund status', ({ refundStatus }) => refundStatus),
  column('refundId', 'Refund ID', ({ refundId }) => refundId),
  column('direction', 'Direction', ({ flow }) => (flow === 'pay' ? 'paid_out' : 'received')),
  { name: 'receivedAmount', title: 'Amount in the payment currency', read: writeReceived },
  {
    name: 'payeeAddress',
    title: 'Payee wallet',
    read: ({ loaded, isPublic }) => (isPublic ? null : loaded.payment.payee),
  },
  { name: 'netAmount', title: 'Net amount', read: ({ share }) => share?.netAmount },
  { name: 'taxAmount', title: 'Tax', read: ({ share }) => share?.taxAmount },
  { name: 'grossAmount', title: 'Gross amount', read: ({ share }) => share?.grossAmount },
  column('payerGas', 'Gas paid by the payer', ({ fees }) =>
    listFees(fees, ({ type }) => type === 'gas'),
  ),
]

function column(name: string, title: string, read: (payment: Payment) => Cell): Column {
  return { name, title, read: ({ described }) => read(described) }
}

type Fee = NonNullable<Payment['fees']>[number]

/** Lists fees with their amounts. Gas has its own column, because the payer's wallet pays it to the network. */
function listFees(fees: Payment['fees'], isListed: (fee: Fee) => boolean): string {
  return (fees ?? [])
    .filter(isListed)
    .map(({ type, amount, currency }) => `${type} ${amount ?? ''} ${currency}`)
    .join('; ')
}

function writeReceived({ loaded: { payment } }: ExportedPayment): string {
  const { decimals } = getCurrency(payment.payment_currency).currency
  return formatAmount(BigInt(payment.credited_units), decimals)
}

import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Cell } from '../../http/toCsv.ts'
import type { Payment } from './describePayment.ts'
import type { LoadedPayment } from './loadPayments.ts'
import type { OrderShare } from './readOrderShares.ts'

/** A payment with the facts that only the export contains. */
export type ExportedPayment = {
  loaded: LoadedPayment
  described: Payment
  share: OrderShare | null
  /** Whether the credential is public; the payee's wallet is then omitted, because the payment page may hide it. */
  isPublic: boolean
}

type Column = { name: string; read: (payment: ExportedPayment) => Cell }

/** The columns of `format=csv`, in order. New columns go to the end, because programs may read columns by position. */
export const CSV_COLUMNS: readonly Column[] = [
  column('id', ({ id }) => id),
  column('timestamp', ({ timestamp }) => timestamp),
  column('type', ({ type }) => type),
  column('amount', ({ amount }) => amount),
  column('currency', ({ currency }) => currency),
  column('paymentCurrency', ({ paymentCurrency }) => paymentCurrency),
  column('sourceNetwork', ({ sourceNetwork }) => sourceNetwork),
  column('destinationNetwork', ({ destinationNetwork }) => destinationNetwork),
  column('sourceTxHash', ({ sourceTxHash }) => sourceTxHash),
  column('destinationTxHash', ({ destinationTxHash }) => destinationTxHash),
  column('payerAddress', ({ payerAddress }) => payerAddress),
  column('conversionRateSource', (payment) => payment.conversionRateSource),
  column('conversionRateDestination', (payment) => payment.conversionRateDestination),
  column('convertedAmountSource', (payment) => payment.convertedAmountSource),
  column('convertedAmountDestination', (payment) => payment.convertedAmountDestination),
  column('rateProvider', ({ rateProvider }) => rateProvider),
  column('fees', ({ fees }) => listFees(fees, ({ type }) => type !== 'gas')),
  column('recurringPaymentId', (payment) => payment.recurringPaymentId),
  column('requestId', ({ request }) => request.requestId),
  column('paymentReference', ({ request }) => request.paymentReference),
  column('reference', ({ request }) => request.reference),
  column('hasBeenPaid', ({ request }) => String(request.hasBeenPaid)),
  column('customerFirstName', ({ request }) => request.customerInfo?.firstName),
  column('customerLastName', ({ request }) => request.customerInfo?.lastName),
  column('customerEmail', ({ request }) => request.customerInfo?.email),
  column('detectionSource', ({ detectionSource }) => detectionSource),
  column('note', ({ note }) => note),
  column('amountInUsd', ({ amountInUsd }) => amountInUsd),
  column('isLate', ({ isLate }) => String(isLate)),
  column('reportingCurrency', (payment) => payment.reportingCurrency),
  column('amountInReportingCurrency', (payment) => payment.amountInReportingCurrency),
  column('refundedAmount', ({ refundedAmount }) => refundedAmount),
  column('refundStatus', ({ refundStatus }) => refundStatus),
  column('refundId', ({ refundId }) => refundId),
  column('direction', ({ flow }) => (flow === 'pay' ? 'paid_out' : 'received')),
  { name: 'receivedAmount', read: writeReceived },
  {
    name: 'payeeAddress',
    read: readPayee,
  },
  { name: 'netAmount', read: ({ share }) => share?.netAmount },
  { name: 'taxAmount', read: ({ share }) => share?.taxAmount },
  { name: 'grossAmount', read: ({ share }) => share?.grossAmount },
  column('payerGas', ({ fees }) => listFees(fees, ({ type }) => type === 'gas')),
  column('refundedPaymentId', ({ refundOf }) => refundOf?.paymentId),
  column('refundedRequestId', ({ refundOf }) => refundOf?.requestId),
  column('refundedReference', ({ refundOf }) => refundOf?.reference),
  column('refundedCustomerFirstName', ({ refundOf }) => refundOf?.customerInfo?.firstName),
  column('refundedCustomerLastName', ({ refundOf }) => refundOf?.customerInfo?.lastName),
  column('refundedCustomerEmail', ({ refundOf }) => refundOf?.customerInfo?.email),
  { name: 'refundReason', read: readRefundReason },
  column('sourceAmount', ({ sourceAmount }) => sourceAmount),
  column('sourceCurrency', ({ sourceCurrency }) => sourceCurrency),
  column('payerGasWorth', ({ fees }) => fees?.find(({ type }) => type === 'gas')?.worth),
  column('payeeFee', ({ payeeFee }) => payeeFee?.amount),
  column('amountAfterFee', ({ payeeFee, amount }) => payeeFee?.netAmount ?? amount),
]

function column(name: string, read: (payment: Payment) => Cell): Column {
  return { name, read: ({ described }) => read(described) }
}

type Fee = NonNullable<Payment['fees']>[number]

/** Lists fees with their amounts. Gas has its own column, because the payer's wallet pays it to the network. */
function listFees(fees: Payment['fees'], isListed: (fee: Fee) => boolean): string {
  return (fees ?? [])
    .filter(isListed)
    .map(({ type, amount, currency }) => `${type} ${amount ?? ''} ${currency}`)
    .join('; ')
}

/** Formats the amount that the payee received, in the payment currency. */
export function writeReceived({ loaded: { payment } }: ExportedPayment): string {
  const { decimals } = getCurrency(payment.payment_currency).currency
  return formatAmount(BigInt(payment.credited_units), decimals)
}

/** Returns the reason that a member gave for the refund; null without one, and for a public credential. */
export function readRefundReason({ loaded, isPublic }: ExportedPayment): Cell {
  return isPublic ? null : loaded.refund?.reason
}

/** Returns the payee's wallet; null for a public credential. */
export function readPayee({ loaded, isPublic }: ExportedPayment): Cell {
  return isPublic ? null : loaded.payment.payee
}

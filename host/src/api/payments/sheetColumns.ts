import type { Cell } from '../../http/toCsv.ts'
import type { Payment } from './describePayment.ts'
import {
  type ExportedPayment,
  readPayee,
  readRefundReason,
  writeReceived,
} from './exportColumns.ts'

type Column = { title: string; read: (payment: ExportedPayment) => Cell }

/**
 * The columns of `format=spreadsheet`: first those that an accountant reads, then the facts on chain. Money that went out is negative,
 * except in the columns for fees, gas and the refunded amount, which are never signed.
 */
export const SHEET_COLUMNS: readonly Column[] = [
  column('Time (UTC)', ({ timestamp }) => timestamp),
  column('Direction', ({ flow }) => (flow === 'pay' ? 'paid_out' : 'received')),
  column('Kind', ({ flow, refundOf }) =>
    flow === 'get_paid' ? 'Payment' : refundOf === null ? 'Payout' : 'Refund',
  ),
  column('Reference', ({ request, refundOf }) => (refundOf ?? request).reference),
  column('First name', (payment) => customerOf(payment)?.firstName),
  column('Last name', (payment) => customerOf(payment)?.lastName),
  column('E-mail', (payment) => customerOf(payment)?.email),
  signed('Amount', ({ described }) => described.amount),
  column('Currency', ({ currency }) => currency),
  signed('Worth in the reporting currency', (one) => one.described.amountInReportingCurrency),
  column('Reporting currency', ({ reportingCurrency }) => reportingCurrency),
  signed('Net amount', ({ share }) => share?.netAmount),
  signed('Tax', ({ share }) => share?.taxAmount),
  signed('Gross amount', ({ share }) => share?.grossAmount),
  signed('Amount in the payment currency', writeReceived),
  column('Payment currency', ({ paymentCurrency }) => paymentCurrency),
  column('Fee borne by the payee', ({ payeeFee }) => payeeFee?.amount),
  signed(
    'Amount after the fee',
    ({ described: { payeeFee, amount } }) => payeeFee?.netAmount ?? amount,
  ),
  ...feeColumns('Platform fee', 'platform'),
  ...feeColumns('Bridge fee', 'crosschain'),
  ...feeColumns('Gas paid by the payer', 'gas'),
  column(
    'Gas paid by the payer: worth',
    ({ fees }) => fees?.find(({ type }) => type === 'gas')?.worth,
  ),
  column('Refunded amount', ({ refundedAmount }) => refundedAmount),
  column('Refund status', ({ refundStatus }) => refundStatus),
  column('Refund ID', ({ refundId }) => refundId),
  column('Refunded payment ID', ({ refundOf }) => refundOf?.paymentId),
  column('Refunded request ID', ({ refundOf }) => refundOf?.requestId),
  column('Request paid', ({ request }) => String(request.hasBeenPaid)),
  column('Late', ({ isLate }) => String(isLate)),
  column('Note', ({ note }) => note),
  signed('Worth in USD', ({ described }) => described.amountInUsd),
  column('Type', ({ type }) => type),
  column('Rate', ({ conversionRateDestination }) => conversionRateDestination),
  column('Source of the rate', ({ rateProvider }) => rateProvider),
  column('Source rate', ({ conversionRateSource }) => conversionRateSource),
  column('Converted: sent', ({ convertedAmountSource }) => convertedAmountSource),
  column('Converted: received', ({ convertedAmountDestination }) => convertedAmountDestination),
  column('Network', ({ destinationNetwork }) => destinationNetwork),
  column('Transaction', ({ destinationTxHash }) => destinationTxHash),
  column('Amount that left the payer’s wallet', ({ sourceAmount }) => sourceAmount),
  column('Currency that left the payer’s wallet', ({ sourceCurrency }) => sourceCurrency),
  column('Source network', ({ sourceNetwork }) => sourceNetwork),
  column('Source transaction', ({ sourceTxHash }) => sourceTxHash),
  column('Payer wallet', ({ payerAddress }) => payerAddress),
  { title: 'Payee wallet', read: readPayee },
  column('Payment ID', ({ id }) => id),
  column('Request ID', ({ request }) => request.requestId),
  column('Payment reference', ({ request }) => request.paymentReference),
  column('Recurring payout ID', ({ recurringPaymentId }) => recurringPaymentId),
  column('Detected by', ({ detectionSource }) => detectionSource),
  { title: 'Refund reason', read: readRefundReason },
]

function column(title: string, read: (payment: Payment) => Cell): Column {
  return { title, read: ({ described }) => read(described) }
}

/** Returns a column of money, which is negative for money that went out. */
function signed(
  title: string,
  readAmount: (payment: ExportedPayment) => string | null | undefined,
): Column {
  return {
    title,
    read: (payment) => {
      const amount = readAmount(payment) ?? null
      if (amount === null || amount === '0' || payment.described.flow === 'get_paid') return amount
      return { number: `-${amount}` }
    },
  }
}

type Fee = NonNullable<Payment['fees']>[number]

/** Returns the columns for one type of fee: its amount and its currency. A payment has at most one fee per type. */
function feeColumns(title: string, type: Fee['type']): readonly [Column, Column] {
  const feeOf = ({ fees }: Payment): Fee | undefined => fees?.find((fee) => fee.type === type)
  return [
    column(title, (payment) => feeOf(payment)?.amount),
    column(`${title}: currency`, (payment) => feeOf(payment)?.currency),
  ]
}

/** Returns the customer; for a refund, the refunded order's customer. */
function customerOf({ request, refundOf }: Payment): Payment['request']['customerInfo'] {
  return (refundOf ?? request).customerInfo
}

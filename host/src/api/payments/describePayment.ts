import { formatAmount } from '@secure-payment/core'
import type { api, Output, ReportingCurrency } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { describeRefunded } from '../../refunds/readRefunded.ts'
import { describePaymentQuote } from '../../settlement/describePaymentQuote.ts'
import { describePayeeFee } from '../../settlement/payeeFee.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import { describeRefundOf } from '../refunds/describeRefundOf.ts'
import { describeFees } from '../requests/describeFees.ts'
import { describeMovement, describeRates } from '../requests/describeMovement.ts'
import { describeWorth } from '../requests/describeWorth.ts'
import { nameCustomer } from '../requests/nameCustomer.ts'
import type { LoadedPayment } from './loadPayments.ts'

/** A payment as the search returns it. */
export type Payment = Output<typeof api.payments.search>['payments'][number]

/** The reader of payments: the currency of `worth`, and whether the reader's credential is public. */
export type Reader = { currency: ReportingCurrency; isPublic: boolean }

/**
 * Describes a payment. For a public credential, omits the customer's details and the id of the recurring payout that made the payment.
 * With that id and a client ID, which is public, any caller can cancel the payout.
 */
export function describePayment(
  { payment, request, refundedUnits, refund, surplusUnits }: LoadedPayment,
  { currency, isPublic }: Reader,
): Payment {
  const fees = describeFees(request, [payment])
  return {
    id: payment.id,
    amount: formatAmount(BigInt(payment.request_units), settlementDecimals(request)),
    ...describeMovement(payment),
    ...describeRates(payment),
    currency: getCurrency(request.invoice_currency).symbol,
    paymentCurrency: getCurrency(payment.payment_currency).symbol,
    fees: fees.length === 0 ? null : fees,
    payeeFee: describePayeeFee(request, payment),
    recurringPaymentId: isPublic ? null : payment.recurring_payment_id,
    rateProvider: payment.rate_source,
    ...describePaymentQuote({ quoteId: payment.quote_id, sources: payment.price_sources }),
    ...describeWorth(payment, currency),
    flow: request.is_payout === 1 ? 'pay' : 'get_paid',
    isLate: payment.is_late === 1,
    ...describeRefunded(refundedUnits, {
      receivedUnits: BigInt(payment.credited_units),
      currency: payment.payment_currency,
    }),
    refundId: refund?.id ?? null,
    refundOf: refund === null ? null : describeRefundOf(refund, { isPublic }),
    request: {
      requestId: request.id,
      paymentReference: request.payment_reference,
      hasBeenPaid: request.has_been_paid === 1,
      customerInfo: isPublic ? null : nameCustomer(request),
      reference: request.reference,
      surplusAmount:
        surplusUnits === 0n ? null : formatAmount(surplusUnits, settlementDecimals(request)),
    },
    detectionSource: payment.detection_source,
    note: payment.note,
    payerAddress: payment.payer,
  }
}

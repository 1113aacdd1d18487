import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import type { RefundFacts } from './webhookEvent.ts'

/** Builds the members of every event about a refund; `request` is the request that pays the refund, with the event's own sequence. */
export function refundFields<Type extends string>(
  { now }: Pick<Context, 'now'>,
  eventId: string,
  { type, refund, request }: RefundFacts & { type: Type },
) {
  const { symbol, currency } = getCurrency(refund.currency)
  return {
    event: type,
    eventId,
    sequence: request.event_sequence,
    refundId: refund.id,
    paymentId: refund.payment_id || null,
    requestId: refund.request_id || null,
    requestID: refund.request_id || null,
    unmatchedPaymentId: refund.unmatched_id,
    reference: refund.reference,
    paymentTxHash: refund.tx_hash,
    refundRequestId: request.id,
    paymentReference: request.payment_reference,
    network: refund.network,
    currency: symbol,
    currencyId: currency.id,
    amount: formatAmount(BigInt(refund.amount_units), currency.decimals),
    invoiceCurrencyId: refund.invoice_currency,
    ...invoicedFields(refund),
    recipient: refund.recipient,
    reason: refund.reason,
    timestamp: now().toISOString(),
    paymentProcessor: 'onchain',
    ...(refund.client_id === null ? {} : { clientId: refund.client_id }),
  }
}

function invoicedFields({ invoice_units, invoice_currency, currency }: Row<'refunds'>) {
  if (invoice_units === null || invoice_currency === currency) return {}
  const decimals = conversionDecimals(getCurrency(invoice_currency).currency)
  return { amountInInvoiceCurrency: formatAmount(BigInt(invoice_units), decimals) }
}

/** Returns the sum of a refund's payments, as decimal text. */
export function refundPaid({ refund, request }: RefundFacts): string {
  return formatAmount(BigInt(request.paid_units), getCurrency(refund.currency).currency.decimals)
}

/** Builds the members of a confirmed refund about its payment. */
export function arrivedFields({
  refund,
  request,
  payment,
}: RefundFacts & { payment: Pick<DetectedPayment, 'txHash' | 'payer'> }) {
  const { decimals } = getCurrency(refund.currency).currency
  const excessUnits = BigInt(request.paid_units) - BigInt(refund.amount_units)
  return {
    totalAmountPaid: refundPaid({ refund, request }),
    ...(excessUnits > 0n ? { excessAmount: formatAmount(excessUnits, decimals) } : {}),
    txHash: payment.txHash,
    payerAddress: payment.payer,
    ...(refund.cancelled_at === null ? {} : { isCancelled: true as const }),
    ...(refund.held_at === null ? {} : { hasPaymentLeftChain: true as const }),
  }
}

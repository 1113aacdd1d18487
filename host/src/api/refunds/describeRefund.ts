import { formatAmount } from '@secure-payment/core'
import type { Refund } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import type { LoadedRefund } from '../../refunds/loadRefund.ts'
import { heldReason, refundStatus } from '../../refunds/refundStatus.ts'

/** Describes a refund in the API's format. Pure. */
export function describeRefund(refund: LoadedRefund): Refund {
  const { decimals } = getCurrency(refund.currency).currency
  const { approval_id, approval_status, invoice_units } = refund
  const invoice = getCurrency(refund.invoice_currency).currency
  const facts = {
    confirmedAt: refund.confirmed_at,
    cancelledAt: refund.cancelled_at,
    heldAt: refund.held_at,
    exceedsAt: refund.exceeds_at,
    isApproved: approval_id === null || approval_status === 'approved',
    hasPending: refund.has_pending !== null,
  }
  return {
    id: refund.id,
    status: refundStatus(facts),
    heldReason: heldReason(facts),
    paymentId: refund.payment_id || null,
    requestId: refund.request_id || null,
    unmatchedPaymentId: refund.unmatched_id,
    reference: refund.reference,
    paymentTxHash: refund.tx_hash,
    paymentLogIndex: refund.log_index,
    refundRequestId: refund.refund_request_id,
    paymentReference: refund.payment_reference,
    approvalId: approval_id,
    network: refund.network,
    currency: refund.currency,
    amount: formatAmount(BigInt(refund.amount_units), decimals),
    invoiceCurrency: refund.invoice_currency,
    amountInInvoiceCurrency:
      invoice_units === null || invoice.id === refund.currency
        ? null
        : formatAmount(BigInt(invoice_units), conversionDecimals(invoice)),
    amountPaid: formatAmount(BigInt(refund.paid_units), decimals),
    recipient: refund.recipient,
    reason: refund.reason,
    txHash: refund.paid_tx_hash,
    isPaymentOnChain: refund.held_at === null,
    createdAt: refund.created_at,
    updatedAt: refund.updated_at,
    confirmedAt: refund.confirmed_at,
    cancelledAt: refund.cancelled_at,
  }
}

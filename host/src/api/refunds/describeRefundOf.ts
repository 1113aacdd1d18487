import type { RefundOf } from '@secure-payment/core/api'
import type { RefundOfRow } from '../../refunds/readRefundOf.ts'
import { nameCustomer } from '../requests/nameCustomer.ts'

/** Describes the refunded payment, with its order; without the customer for a public credential. Pure. */
export function describeRefundOf(
  refund: RefundOfRow,
  { isPublic }: { isPublic: boolean },
): RefundOf {
  return {
    refundId: refund.id,
    paymentId: refund.payment_id || null,
    requestId: refund.request_id || null,
    reference: refund.reference,
    customerInfo: isPublic ? null : nameCustomer(refund),
  }
}

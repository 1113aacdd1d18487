import { createPaymentReference, createRefundSalt } from '@secure-payment/core'
import type { PaymentMetadata } from '../paymentMetadata.ts'

/**
 * Returns whether each item that pays a refund pays the refund of the payment shown for it. A refund's reference on chain follows from the
 * refunded payment's network, transaction and log, and from the ids of the refund and its request. The service therefore cannot show one
 * payment and refund another.
 *
 * Throws MalformedValueError.
 */
export function matchesRefunds({ network, items, raw }: PaymentMetadata): boolean {
  return items.every(({ requestId, payee, paymentReference }, index) => {
    const refund = Object(raw).items?.[index]?.refundOf
    if (!refund) return true
    const { refundId, txHash, logIndex } = refund
    const salt = createRefundSalt({ network, txHash, logIndex, refundId })
    return createPaymentReference(requestId, salt, payee) === paymentReference.toLowerCase()
  })
}

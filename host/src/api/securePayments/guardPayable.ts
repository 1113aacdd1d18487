import type { SecurePayment } from '@secure-payment/core/api'
import { PaymentCompletedError, PaymentNotPayableError } from './errors.ts'

/**
 * Lets only a payment through that can be paid now. Both errors carry the payment, so that a page can show it.
 *
 * @throws PaymentCompletedError, PaymentNotPayableError
 */
export function guardPayable(payment: SecurePayment): void {
  switch (payment.status) {
    case 'pending':
      return
    case 'completed':
      throw new PaymentCompletedError(payment)
    case 'expired':
    case 'invalidated':
      throw new PaymentNotPayableError(payment)
  }
}

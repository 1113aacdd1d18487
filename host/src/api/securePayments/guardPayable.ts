import type { SecurePayment } from '@secure-payment/core/api'
import { PaymentCompletedError, PaymentNotPayableError } from './errors.ts'

/**
 * Refuses a payment that cannot be paid now. Both errors carry the payment, so that a page can show it.
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

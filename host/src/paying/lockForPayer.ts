import type { SecurePayment } from '@secure-payment/core/api'
import { lockSecurePayment } from '../db/lockSecurePayment.ts'
import type { Tx } from '../db/openDatabase.ts'
import { PaymentNotPayableError } from './errors.ts'

/**
 * Locks a secure payment for a payer's step. The merchant may have cancelled it since the call read it: either the cancellation sees this
 * step, or this step sees the cancellation.
 *
 * @throws PaymentNotPayableError
 */
export async function lockForPayer(tx: Tx, payment: SecurePayment): Promise<void> {
  const status = await lockSecurePayment(tx, payment.token)
  if (status === 'invalidated') throw new PaymentNotPayableError({ ...payment, status })
}

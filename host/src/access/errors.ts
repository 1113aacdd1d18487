import { BaseError } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import type { ProblemMembers } from '../http/problem.ts'

/** The payment is reserved for other wallets. */
export class PayerNotAllowedError extends BaseError implements ProblemMembers {
  readonly code = 'payer_not_allowed'
  readonly kind = 'forbidden'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment) {
    super('This wallet may not pay this payment: it is reserved for other wallets.', {
      hint: 'Use the wallet that the merchant expects, or ask the merchant for a separate link.',
    })
    this.problemMembers = { paymentStatus: payment.status, payment }
  }
}

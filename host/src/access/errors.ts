import { BaseError } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import type { ProblemMembers } from '../http/problem.ts'
import { describeScreening } from '../screening/describeScreening.ts'
import type { Screening } from '../screening/screener.ts'

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

/**
 * The wallet did not pass the host's screening. Only the merchant gets the reason (`screening`); a payer's page gets null, and no error
 * accuses the payer.
 */
export class WalletNotAcceptedError extends BaseError implements ProblemMembers {
  readonly code = 'wallet_not_accepted'
  readonly kind = 'forbidden'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(screening: Screening | null, payment: SecurePayment | null) {
    super('This payment cannot be made with this wallet.', {
      hint: 'Use another wallet, or contact the merchant.',
    })
    this.problemMembers = {
      ...(payment !== null && { paymentStatus: payment.status, payment }),
      ...(screening !== null && { screening: describeScreening(screening) }),
    }
  }
}

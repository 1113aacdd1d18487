import { BaseError } from '@secure-payment/core'

/** No unmatched payment of the merchant has this id. */
export class UnmatchedPaymentNotFoundError extends BaseError {
  readonly code = 'unmatched_payment_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no unmatched payment with this id.')
  }
}

/** A payment does not pay the request that it is claimed for. */
export class ClaimRefusedError extends BaseError {
  readonly code = 'claim_refused'
  readonly kind = 'conflict'

  constructor(facts: { reason: string }) {
    super(`The payment cannot be claimed for this request: ${facts.reason}.`, {
      hint: 'Claim it for an unpaid request of exactly its payee, token, fee and amount.',
    })
  }
}

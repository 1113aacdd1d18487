import { BaseError } from '@secure-payment/core'

/** None of the merchant's unmatched payments has this id. */
export class UnmatchedPaymentNotFoundError extends BaseError {
  readonly code = 'unmatched_payment_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no unmatched payment with this id.')
  }
}

/** A payment does not pay the request for which it is claimed. */
export class ClaimRefusedError extends BaseError {
  readonly code = 'claim_refused'
  readonly kind = 'conflict'

  constructor(facts: { reason: string }) {
    super(`The payment cannot be claimed for this request: ${facts.reason}.`, {
      hint: 'Claim it for an unpaid request with exactly its payee, token, fee and amount.',
    })
  }
}

/** The maximum number of the merchant's claims did not match the chain within a minute. */
export class TooManyClaimsError extends BaseError {
  readonly code = 'too_many_claims'
  readonly kind = 'rate_limited'
  readonly retryAfterS = 60

  constructor(facts: { limit: number }) {
    super(
      `${facts.limit} claims of this merchant within a minute were read from the chain and did not match.`,
      { hint: 'Try again in 60 s, with the request that the payment belongs to.', retryable: true },
    )
  }
}

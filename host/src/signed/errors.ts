import { BaseError } from '@secure-payment/core'
import type { SignedPaymentObstacle } from '@secure-payment/core/api'
import type { ProblemMembers } from '../http/problem.ts'

/** The reason why the service does not accept a signed payment. */
export type SponsorProblem =
  | Exclude<SignedPaymentObstacle, 'limit_reached' | 'unavailable'>
  | 'wrong_deadline'
  | 'wrong_signature'
  | 'would_revert'
  | 'too_much_gas'
  | 'too_many'

const PROBLEMS: Readonly<Record<SponsorProblem, string>> = {
  not_sponsored: 'This service does not pay the gas of this payment.',
  not_supported: 'This payment cannot be made with a signature.',
  no_permit2_allowance: 'The wallet has not approved Permit2 for the token.',
  no_balance: 'The wallet does not have enough for the payment.',
  wrong_deadline: 'The deadline of the signed payment is not within the next quarter of an hour.',
  wrong_signature: 'The wallet did not sign exactly the payment’s remainder.',
  would_revert: 'The chain would reject the signed payment.',
  too_much_gas: 'The payment needs more gas than the service pays.',
  too_many: 'The service has accepted its maximum number of signatures for this payment.',
}

const HINT = 'Pay with transactions.'

/** The service stored nothing and spends no gas, so the payer must pay with transactions. */
export class NotSponsoredError extends BaseError implements ProblemMembers {
  readonly code = 'not_sponsored'
  readonly kind = 'invalid'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(facts: { problem: SponsorProblem }) {
    super(PROBLEMS[facts.problem], { hint: HINT })
    this.problemMembers = { reason: facts.problem }
  }
}

/** A limit on the signed payments of an hour, or on their cost, is reached. */
export class TooManySponsoredError extends BaseError {
  readonly code = 'too_many_sponsored'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number

  /** `retryAfterS`: seconds until the service would accept the next signed payment. */
  constructor(facts: { retryAfterS: number }) {
    super('The service has paid the gas of its maximum number of payments within an hour.', {
      hint: HINT,
      retryable: true,
    })
    this.retryAfterS = facts.retryAfterS
  }
}

/** Another signature was submitted for the payment, and may still be used. */
export class SignedPaymentExistsError extends BaseError {
  readonly code = 'signed_payment_exists'
  readonly kind = 'conflict'

  constructor() {
    super('Another signature was submitted for this payment.', {
      hint: 'Follow that signed payment until it ends. Do not pay again.',
    })
  }
}

/** The service cannot send a payment now, and stored nothing. */
export class SponsorUnavailableError extends BaseError {
  readonly code = 'sponsor_unavailable'
  readonly kind = 'unavailable'

  constructor() {
    super('The service cannot send the payment now, and stored nothing.', { hint: HINT })
  }
}

/** The secure payment has no signed payment with this id. */
export class SignedPaymentNotFoundError extends BaseError {
  readonly code = 'signed_payment_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no signed payment with this id.')
  }
}

import { BaseError } from '@secure-payment/core'

/** The reason why a permit is not sent. */
export type PermitProblem =
  | 'not_relayed'
  | 'not_needed'
  | 'no_permits'
  | 'wrong_deadline'
  | 'wrong_signature'
  | 'no_balance'
  | 'too_many'
  | 'refused'

const PROBLEMS: Readonly<Record<PermitProblem, string>> = {
  not_relayed: 'This service sends no permits on this network.',
  not_needed: 'The payment needs no approval, or one that a permit cannot replace.',
  no_permits: 'The token does not support EIP-2612 permits.',
  wrong_deadline: 'The deadline of the permit is not within the next half hour.',
  wrong_signature: 'The wallet did not sign exactly the payment’s approval.',
  no_balance: 'The wallet does not have enough for the payment.',
  too_many: 'The service has sent its maximum number of permits for this payment.',
  refused: 'The token would reject the permit.',
}

/** The service did not send the permit and spent no gas, so the payer must approve with a transaction. */
export class PermitNotRelayedError extends BaseError {
  readonly code = 'permit_not_relayed'
  readonly kind = 'invalid'

  constructor(facts: { problem: PermitProblem }) {
    super(PROBLEMS[facts.problem], { hint: 'Approve with a transaction.' })
  }
}

/** The service has sent its maximum number of permits within an hour, for the merchant or for all merchants together. */
export class TooManyPermitsError extends BaseError {
  readonly code = 'too_many_permits'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number

  /** `retryAfterS`: seconds until the next permit would be sent. */
  constructor(facts: { retryAfterS: number }) {
    super('The service has sent its maximum number of permits within an hour.', {
      hint: 'Approve with a transaction.',
      retryable: true,
    })
    this.retryAfterS = facts.retryAfterS
  }
}

/** Another permit was submitted for the attempt. */
export class PermitExistsError extends BaseError {
  readonly code = 'permit_exists'
  readonly kind = 'conflict'

  constructor() {
    super('Another permit was submitted for this attempt.', {
      hint: 'Check the allowance, or approve with a transaction.',
    })
  }
}

/** The relayer did not send the permit in time, and no longer will. */
export class RelayUnavailableError extends BaseError {
  readonly code = 'relay_unavailable'
  readonly kind = 'unavailable'

  constructor() {
    super('The permit could not be sent in time, and will not be sent.', {
      hint: 'Approve with a transaction.',
    })
  }
}

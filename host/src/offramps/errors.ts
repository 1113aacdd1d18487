import { BaseError } from '@secure-payment/core'

/** The offramp provider gave no usable response in time; the call is retried later. */
export class OfframpUnavailableError extends BaseError {
  readonly code = 'offramp_unavailable'
  readonly kind = 'unavailable'
  /** Whether only the provider's response about this record is unusable, so that other records are still checked. */
  readonly isOfRecord: boolean

  constructor(
    facts: { provider: string; reason: string; isOfRecord?: boolean },
    options: { cause?: unknown } = {},
  ) {
    super(`The offramp provider ${facts.provider} cannot be reached now: ${facts.reason}.`, {
      hint: 'Try again shortly.',
      retryable: true,
      cause: options.cause,
    })
    this.isOfRecord = facts.isOfRecord ?? false
  }
}

/**
 * The offramp provider rejected the call; a retry cannot succeed. `reason` is for the merchant and contains no personal data.
 */
export class OfframpRefusedError extends BaseError {
  readonly code = 'offramp_refused'
  readonly kind = 'invalid'
  readonly reason: string

  constructor(facts: { provider: string; reason: string }) {
    super(`The offramp provider ${facts.provider} rejected the call: ${facts.reason}.`)
    this.reason = facts.reason
  }
}

/**
 * A callback from the provider refers to an unknown record. The callback may arrive before the response that contains the record's id.
 */
export class UnknownSubjectError extends BaseError {
  readonly code = 'not_found'
  readonly kind = 'not_found'

  constructor() {
    super('The record does not exist.', { hint: 'Send the report again later.', retryable: true })
  }
}

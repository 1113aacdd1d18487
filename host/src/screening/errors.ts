import { BaseError } from '@secure-payment/core'

/** The provider gave no decision. `reason` is for the operator's log. */
export class ScreeningFailedError extends Error {
  override readonly name = 'ScreeningFailedError'
  readonly reason: string

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The screening provider gave no decision: ${reason}.`, options)
    this.reason = reason
  }
}

/** A wallet cannot be screened now, and the host lets no unscreened wallet pay. */
export class ScreeningUnavailableError extends BaseError {
  readonly code = 'screening_unavailable'
  readonly kind = 'unavailable'

  constructor(options: { cause?: unknown } = {}) {
    super('This payment cannot be prepared at the moment.', {
      hint: 'Try again shortly.',
      retryable: true,
      cause: options.cause,
    })
  }
}

/** The payment's merchant, or its page, has used up the screenings of this minute. */
export class ScreeningLimitedError extends BaseError {
  readonly code = 'screening_limited'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number
  readonly headers: Readonly<Record<string, string>>

  constructor(facts: { retryAfterS: number }) {
    super('Too many wallets tried to pay within a minute.', {
      hint: `Try again in ${facts.retryAfterS} s.`,
      retryable: true,
    })
    this.retryAfterS = facts.retryAfterS
    this.headers = { 'retry-after': String(facts.retryAfterS) }
  }
}

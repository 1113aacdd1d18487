import { BaseError } from '@secure-payment/core'

/** The time for which a page polls before it requests a stream again. */
const RETRY_AFTER_S = 30

/** The maximum number of streams of one payment, of one session or API key, or of one merchant is open on this host. */
export class TooManyStreamsError extends BaseError {
  readonly code = 'too_many_streams'
  readonly kind = 'rate_limited'
  readonly retryAfterS = RETRY_AFTER_S

  constructor(facts: { limit: number; of: 'payment' | 'credential' | 'merchant' }) {
    super(`${facts.limit} streams of this ${NAMES[facts.of]} are open.`, {
      hint: `Poll, and try again in ${RETRY_AFTER_S} s.`,
      retryable: true,
    })
  }
}

const NAMES = {
  payment: 'payment',
  credential: 'session or API key',
  merchant: 'merchant',
} as const

/** This host has reached its maximum number of open streams. */
export class StreamsFullError extends BaseError {
  readonly code = 'streams_full'
  readonly kind = 'unavailable'
  readonly retryAfterS = RETRY_AFTER_S

  constructor() {
    super('This host has the maximum number of open streams.', {
      hint: `Poll, and try again in ${RETRY_AFTER_S} s.`,
      retryable: true,
    })
  }
}

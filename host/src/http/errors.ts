import { BaseError } from '@secure-payment/core'

/** A body is not declared as JSON in UTF-8. */
export class UnsupportedMediaTypeError extends BaseError {
  readonly code = 'unsupported_media_type'
  readonly kind = 'unsupported_media_type'

  constructor(facts: { what: string }) {
    super(`${facts.what} is not supported.`, {
      hint: 'Send the body as application/json in UTF-8, without content encoding.',
    })
  }
}

/** A body is larger than the limit. */
export class PayloadTooLargeError extends BaseError {
  readonly code = 'payload_too_large'
  readonly kind = 'payload_too_large'

  constructor(facts: { limitBytes: number }) {
    super(`The body is larger than ${facts.limitBytes} bytes.`, { hint: 'Send fewer items.' })
  }
}

/** A body is not acceptable JSON. */
export class MalformedBodyError extends BaseError {
  readonly code = 'malformed_body'
  readonly kind = 'invalid'

  constructor(facts: { problem: string; cause?: unknown }) {
    super(`The body ${facts.problem}.`, {
      hint: 'Send one JSON value in UTF-8.',
      cause: facts.cause,
    })
  }
}

/** The bytes of a connection are not an HTTP message. */
export class MalformedHttpError extends BaseError {
  readonly code = 'malformed_http'
  readonly kind = 'invalid'

  constructor(facts: { problem: string; cause?: unknown }) {
    super(`The message ${facts.problem}.`, {
      hint: 'Send valid HTTP/1.1 with a Host header, and without TLS on this port.',
      cause: facts.cause,
    })
  }
}

/** The path, the query and the headers of a call together are larger than the limit. */
export class HeadersTooLargeError extends BaseError {
  readonly code = 'headers_too_large'
  readonly kind = 'headers_too_large'

  constructor(facts: { limitBytes: number; cause?: unknown }) {
    super(`The path, query and headers are larger than ${facts.limitBytes} bytes.`, {
      hint: 'Send a shorter query, or fewer cookies and headers.',
      cause: facts.cause,
    })
  }
}

/** A call did not arrive completely in time. */
export class RequestTimeoutError extends BaseError {
  readonly code = 'request_timeout'
  readonly kind = 'timed_out'

  constructor(facts: { cause?: unknown } = {}) {
    super('The call did not arrive completely in time.', {
      hint: 'Send the call again, on a new connection.',
      retryable: true,
      cause: facts.cause,
    })
  }
}

/** No operation has this path. */
export class RouteNotFoundError extends BaseError {
  readonly code = 'route_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('This path does not exist.', { hint: 'See /docs for all operations.' })
  }
}

/** The operation exists in Request Network's API, and not here. */
export class OperationNotOfferedError extends BaseError {
  readonly code = 'operation_not_offered'
  readonly kind = 'not_found'

  constructor({ reason }: { reason: string }) {
    super(`This service does not offer this operation of Request Network. ${reason}`, {
      hint: 'See /guides/compatibility.',
    })
  }
}

/** The header `Idempotency-Key` is not valid. */
export class InvalidIdempotencyKeyError extends BaseError {
  readonly code = 'invalid_idempotency_key'
  readonly kind = 'invalid'

  constructor() {
    super('The header Idempotency-Key is not valid.', {
      hint: 'Send 1 to 255 visible ASCII characters, such as a UUID.',
    })
  }
}

/** The same `Idempotency-Key` was used before with another body. */
export class IdempotencyKeyReusedError extends BaseError {
  readonly code = 'idempotency_key_reused'
  readonly kind = 'unprocessable'

  constructor() {
    super('This Idempotency-Key was used before with another body.', {
      hint: 'Send a new key with a new body.',
    })
  }
}

/** A call with the same `Idempotency-Key` is still running. */
export class IdempotencyKeyInFlightError extends BaseError {
  readonly code = 'idempotency_in_progress'
  readonly kind = 'conflict'

  constructor() {
    super('A call with this Idempotency-Key is still running.', {
      hint: 'Repeat the call in a second to get its response.',
      retryable: true,
    })
  }
}

/** The path contains an escape that cannot be decoded. */
export class MalformedPathError extends BaseError {
  readonly code = 'malformed_path'
  readonly kind = 'invalid'

  constructor(facts: { cause?: unknown }) {
    super('The path cannot be decoded.', {
      hint: 'Percent-encode path parameters in UTF-8.',
      cause: facts.cause,
    })
  }
}

/** The caller has used up its limit for now. */
export class RateLimitedError extends BaseError {
  readonly code = 'rate_limited'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number
  /** The limit's headers in the response: `RateLimit`, `RateLimit-Policy` and `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(facts: {
    limit: number
    retryAfterS: number
    headers: Readonly<Record<string, string>>
  }) {
    const { limit, retryAfterS, headers } = facts
    super(`More than ${limit} calls arrived within a minute.`, {
      hint: `Try again in ${retryAfterS} s.`,
      retryable: true,
    })
    this.retryAfterS = retryAfterS
    this.headers = { ...headers, 'retry-after': String(retryAfterS) }
  }
}

/**
 * A body is not signed as required, or its signature is too old. The message states the cause, for the operator who sets up a provider.
 */
export class InvalidSignatureError extends BaseError {
  readonly code = 'invalid_signature'
  readonly kind = 'unauthenticated'

  constructor(facts: { problem: string }) {
    super(`The signature of the call ${facts.problem}.`, {
      hint: 'Sign the bytes of the body as Standard Webhooks defines, with the shared secret and the current time.',
    })
  }
}

/** The maximum number of the merchant's calls is already waiting on this host. */
export class TooManyCallsError extends BaseError {
  readonly code = 'too_many_calls'
  readonly kind = 'rate_limited'
  readonly retryAfterS = 1

  constructor(facts: { limit: number }) {
    super(`${facts.limit} calls of this merchant are already waiting, the maximum.`, {
      hint: 'Make fewer calls at a time, and try again in a second.',
      retryable: true,
    })
  }
}

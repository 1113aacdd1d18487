import { BaseError } from '@secure-payment/core'

/**
 * The reason why a bridge cannot be used:
 *
 * - `deadline`, `unreachable`, `server_error`, `rate_limited`, `not_authorized`, `too_large` and `malformed` are
 *   failures of the service
 * - `rejected` is the service's response to a query that it cannot serve
 * - `unsafe` is a response that fails a check
 * - with `circuit_open`, no query was sent
 */
export type BridgeProblem =
  | 'deadline'
  | 'unreachable'
  | 'server_error'
  | 'rate_limited'
  | 'not_authorized'
  | 'too_large'
  | 'malformed'
  | 'rejected'
  | 'unsafe'
  | 'circuit_open'

/** The bridge returned no usable response. Payments on the payment's own chain are not affected. */
export class BridgeUnavailableError extends BaseError {
  readonly code = 'bridge_unavailable'
  readonly kind = 'unavailable'
  readonly problem: BridgeProblem
  /** Details for operators, logged but not part of the message for callers. They quote the service's reason, if there is one. */
  readonly detail: string

  constructor(problem: BridgeProblem, detail: string, options: { cause?: unknown } = {}) {
    super(`The bridge cannot be used now: ${SENTENCES[problem]}.`, {
      hint: 'Try again shortly, or pay on the network of the request.',
      retryable: problem !== 'rejected' && problem !== 'not_authorized',
      cause: options.cause,
    })
    this.problem = problem
    this.detail = detail
  }
}

const SENTENCES: Readonly<Record<BridgeProblem, string>> = {
  deadline: 'it did not respond in time',
  unreachable: 'it cannot be reached',
  server_error: 'it failed',
  rate_limited: 'it received too many requests',
  not_authorized: 'it does not accept the key of this service',
  too_large: 'its response was too long',
  malformed: 'its response could not be read',
  rejected: 'it rejected the call',
  unsafe: 'its response failed a check',
  circuit_open: 'it failed several times in a row',
}

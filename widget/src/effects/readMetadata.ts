import { ApiError, type Client, createSecurePaymentClient } from '@secure-payment/core/client'
import type { Api, ApiOptions, Ended } from '../api.ts'
import type { PaymentMetadata, UnavailableReason } from '../model.ts'
import { InvalidResponseError } from './answer.ts'
import type { ServerAnswer } from './fact.ts'
import { isCovered } from './isCovered.ts'
import { parseMetadata } from './parseMetadata.ts'

/** One call may take this long before it counts as unanswered. */
const CALL_TIMEOUT_MS = 10_000

/** How long to wait, in seconds, where the service names no time. */
export const DEFAULT_RETRY_AFTER_S = 30

/** Nobody is kept from trying again for longer, whatever the service, or a proxy before it, asks for. */
const MAX_RETRY_AFTER_S = 600

/** The service's calls about secure payments, unchecked. */
export function createCalls(options: ApiOptions): Client['securePayments'] {
  return createSecurePaymentClient({
    baseUrl: options.apiBase.replace(/\/+$/, ''),
    ...(options.clientId === null ? {} : { clientId: options.clientId }),
    fetch: (url, init) => options.fetch(url, { ...init, ...transport(init.method) }),
  })
}

/** The one call that the first screen makes. */
export function createMetadataReader(options: ApiOptions): Api['metadata'] {
  const calls = createCalls(options)
  const params = { token: options.token }
  return async ({ wallet, signal }) => {
    const query = wallet === undefined ? {} : { wallet }
    return answerOf(options, signal, async () =>
      standing(parseMetadata(await calls.get({ params, query }, within(signal)))),
    )
  }
}

/** What a payment's description means: paid, being paid in full, or open. */
export function standing(payment: PaymentMetadata): ServerAnswer {
  if (payment.status === 'completed') return { kind: 'completed', payment }
  return { kind: isCovered(payment) ? 'processing' : 'payment', payment }
}

/** What a call answered, or why it did not. Rejects only when the signal aborts. */
export async function answerOf<T>(
  options: ApiOptions,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T | Ended> {
  try {
    return await call()
  } catch (error) {
    signal.throwIfAborted()
    return ended(options, error)
  }
}

/** What a failed call says about the payment. */
export function ended(options: Pick<ApiOptions, 'now' | 'isOnline'>, error: unknown): Ended {
  if (!(error instanceof ApiError)) {
    // A timeout, or an answer without the contract's shape: the service's fault, not the payer's.
    const isShape = error instanceof InvalidResponseError
    const reason = isShape || options.isOnline() ? 'server' : 'offline'
    return { kind: 'unavailable', reason, retryAt: null, payment: null }
  }
  const payment = problemPayment(error)
  if (error.status === 409) {
    return { kind: error.code === 'payment_processing' ? 'processing' : 'completed', payment }
  }
  const reason = unavailableReason(options, error)
  const waitMs = 1000 * Math.min(error.retryAfter ?? DEFAULT_RETRY_AFTER_S, MAX_RETRY_AFTER_S)
  const retryAt = reason === 'rate_limited' ? options.now() + waitMs : null
  return { kind: 'unavailable', reason, retryAt, payment }
}

/** The options of a call that ends with the signal, or after the time that a call may take. */
export function within(signal?: AbortSignal): { signal: AbortSignal } {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  return { signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) }
}

/**
 * The HTTP cache revalidates with the ETag (`no-cache`): a poll without news is a 304, and no header of ours asks for
 * more CORS. Writes outlive the page (`keepalive`).
 */
function transport(method: string): RequestInit {
  const shared = { credentials: 'omit', referrerPolicy: 'strict-origin' } as const
  return method === 'GET' ? { ...shared, cache: 'no-cache' } : { ...shared, keepalive: true }
}

function unavailableReason(
  options: Pick<ApiOptions, 'isOnline'>,
  error: ApiError,
): UnavailableReason {
  if (error.code === 'rate_too_old' || error.code === 'conversion_unavailable') return 'no_rate'
  switch (error.status) {
    case 0:
      return options.isOnline() ? 'server' : 'offline'
    case 401:
      return 'unauthorized'
    case 403:
      if (error.code === 'payment_expired') return 'expired'
      return error.code === 'payment_not_payable' ? 'not_payable' : 'unauthorized'
    case 404:
      return 'not_found'
    case 423:
      return 'not_payable'
    case 429:
      return 'rate_limited'
    default:
      return 'server'
  }
}

/** The payment inside a 403 or 409, when the service sent one that can be read. */
function problemPayment(error: ApiError): PaymentMetadata | null {
  try {
    return error.problem?.payment === undefined ? null : parseMetadata(error.problem.payment)
  } catch (cause) {
    if (cause instanceof InvalidResponseError) return null
    throw cause
  }
}

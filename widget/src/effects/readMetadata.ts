import type { Api as Contract } from '@secure-payment/core/api'
import type { ApiError } from '@secure-payment/core/client'
import { InvalidResponseError } from '../answer.ts'
import type { Api, ApiOptions, Ended } from '../api.ts'
import type { UnavailableReason } from '../codes.ts'
import { loadPart } from '../loadPart.ts'
import { findConfirming } from '../machine/readings.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { parseMetadata } from './parseMetadata.ts'
import type { rareAnswers } from './rareAnswers.ts'

/** A call that is in flight for longer than this counts as timed out. */
const CALL_TIMEOUT_MS = 10_000

/** The delay in seconds before a retry if the service states none. */
export const DEFAULT_RETRY_AFTER_S = 30

/** The longest time before a payer may retry, even if the service or a proxy in front of it requests a longer one. */
const MAX_RETRY_AFTER_S = 600

/** The payment's path in the API. */
const PATH: Contract['securePayments']['get']['path'] = '/v2/secure-payments/{token}'

/** A call that the service rejected; core's ApiError is one too. */
type Failure = Error &
  Pick<ApiError, 'status' | 'code' | 'retryAfter'> & {
    readonly problem: { readonly payment?: unknown } | null
  }

function refusal(status: number, body: unknown, retryAfter: string | null): Failure {
  const problem = body instanceof Object ? body : null
  const seconds = Number(retryAfter ?? Number.NaN)
  return Object.assign(new Error(`The service returned status ${status}.`), {
    status,
    problem,
    code: String(Object(problem).code),
    retryAfter: seconds >= 0 ? seconds : null,
  })
}

/** Makes the first screen's only call, without the client that later calls share. */
export function createMetadataReader(options: ApiOptions): Api['metadata'] {
  // Whether the last response hid the payee. The service then discloses it only to the payer.
  let isPayeeHidden: boolean | null | undefined
  return ({ wallet, option = options.option?.() ?? null, isFresh = false, signal }) =>
    answerOf(options, signal, async () => {
      const payer = wallet ?? (isPayeeHidden ? options.payer?.() : undefined)
      const said = await read(options, { wallet: payer, option, isFresh }, within(signal))
      const payment = parseMetadata(said)
      isPayeeHidden = payment.access?.isPayeeHidden
      if (payment.status === 'completed') return { kind: 'completed', payment }
      if (findConfirming(payment) === undefined) return { kind: 'payment', payment }
      return (await loadRareAnswers()).standing(payment)
    })
}

async function loadRareAnswers(): Promise<typeof rareAnswers> {
  return (await loadPart('rareAnswers', () => import('./rareAnswers.ts'))).rareAnswers
}

/** Returns a successful response's unchecked body; undefined when it is not JSON. Throws a Failure for others. */
async function read(
  { apiBase, token, clientId, fetch }: ApiOptions,
  {
    wallet,
    option,
    isFresh,
  }: { wallet: string | undefined; option: string | null; isFresh: boolean },
  init: RequestInit,
): Promise<unknown> {
  // URL parsers remove these segments, even when escaped, and the call would reach another operation.
  if (/^\.{0,2}$/.test(token)) throw refusal(404, null, null)
  const path = PATH.replace('{token}', encodeURIComponent(token))
  // The client id is part of the URL, because a custom header would cost a cross-origin page a preflight.
  const query = new URLSearchParams({
    ...(wallet && { wallet }),
    ...(clientId && { clientId }),
    ...(option && { option }),
    // Requests a completed payment as a success, because browsers log an error for every 409.
    completed: 'show',
  })
  const answer = await fetch(`${trimBase(apiBase)}${path}?${query}`, {
    ...init,
    ...TRANSPORT,
    method: 'GET',
    // The HTTP cache revalidates with the ETag. A poll without changes returns 304, and a request without custom headers needs no CORS
    // preflight.
    cache: isFresh ? 'no-store' : 'no-cache',
    headers: { accept: 'application/json' },
  })
  const body = parseJson(await answer.text())
  if (!answer.ok) throw refusal(answer.status, body, answer.headers.get('retry-after'))
  return body
}

/** The options for every call: no cookies, and only the origin as the referrer. */
export const TRANSPORT = { credentials: 'omit', referrerPolicy: 'strict-origin' } as const

/** Returns the service's address without trailing slashes. */
export function trimBase(apiBase: string): string {
  return apiBase.replace(/\/+$/, '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a call's response, or the reason for its failure. Rejects only when the signal aborts. */
export async function answerOf<T>(
  options: ApiOptions,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T | Ended> {
  try {
    return await call()
  } catch (error) {
    signal.throwIfAborted()
    const answer = ended(options, error)
    const { code, problem } = Object(error)
    const isLink = code === 'link_reusable'
    const isRefused = answer.kind === 'unavailable' && answer.reason === 'unauthorized'
    if (!isLink && !isRefused && !BLOCKED.includes(code)) return answer
    return loadRareAnswers().then(
      ({ describeBlocked, describeLink, describeRefusal }) => {
        if (isLink) return describeLink(options.token, problem)
        if (isRefused) return describeRefusal(options, { code, problem }, answer)
        return describeBlocked(code, problem)
      },
      () => answer,
    )
  }
}

/** The code of a payment whose amount a quote decides. */
const QUOTED = 'quote_required'
/** The codes of a conflict that leaves the payment unpaid: it waits for an approval, or a refund is held. */
const BLOCKED = ['awaiting_approval', 'refund_held']
/** The codes of a payment that has no rate or price now, or none that is recent enough. */
const NO_PRICE = ['rate_too_old', 'conversion_unavailable', 'price_unavailable', QUOTED]

/** Returns the payment's state after a failed call. */
export function ended(options: Pick<ApiOptions, 'now' | 'isOnline'>, error: unknown): Ended {
  if (!isFailure(error)) {
    // No response, a timeout, or a response that breaks the contract: the service is at fault, not the payer.
    const isShape = error instanceof InvalidResponseError
    const reason = isShape || options.isOnline() ? 'server' : 'offline'
    return { kind: 'unavailable', reason, retryAt: null, payment: null }
  }
  const payment = problemPayment(error)
  // Without the service's own body, for example on a proxy's page, a status proves nothing about the payment.
  const isSaid = error.problem !== null
  if (isSaid && error.status === 409 && ![...BLOCKED, QUOTED].includes(error.code)) {
    return { kind: error.code === 'payment_processing' ? 'processing' : 'completed', payment }
  }
  // A Safe's transaction waits for its signers.
  if (isSaid && error.status === 423) return { kind: 'processing', payment }
  const reason = unavailableReason(options, error)
  const waitMs = 1000 * Math.min(error.retryAfter ?? DEFAULT_RETRY_AFTER_S, MAX_RETRY_AFTER_S)
  const retryAt = reason === 'rate_limited' ? options.now() + waitMs : null
  return { kind: 'unavailable', reason, retryAt, payment, contacts: error.problem }
}

/** Returns the options for a call that ends with the signal, or after the timeout for calls. */
export function within(signal?: AbortSignal): { signal: AbortSignal } {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  return { signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) }
}

function unavailableReason(
  options: Pick<ApiOptions, 'isOnline'>,
  error: Failure,
): UnavailableReason {
  if (NO_PRICE.includes(error.code)) return 'no_rate'
  if (error.code === 'batch_fee_set') return 'not_payable'
  switch (error.status) {
    case 0:
      return options.isOnline() ? 'server' : 'offline'
    case 401:
      return 'unauthorized'
    case 403:
      if (error.code === 'payment_expired') return 'expired'
      // Earlier versions of the service send this response for a cancelled payment.
      return error.code === 'payment_not_payable' ? 'not_payable' : 'unauthorized'
    case 410:
      return 'cancelled'
    case 404:
      return 'not_found'
    case 429:
      return 'rate_limited'
    default:
      return 'server'
  }
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'retryAfter' in error
}

/** Returns the payment inside the problem of a failed call; null if the service sent none, or an unreadable one. */
function problemPayment(error: Failure): PaymentMetadata | null {
  try {
    return error.problem?.payment === undefined ? null : parseMetadata(error.problem.payment)
  } catch (cause) {
    if (cause instanceof InvalidResponseError) return null
    throw cause
  }
}

import type { NoteFact, ServerAnswer } from './effects/fact.ts'
import {
  InvalidResponseError,
  parseCalldata,
  parseMetadata,
  Reader,
} from './effects/parseAnswer.ts'
import type { PaymentMetadata, UnavailableReason, WireTransaction } from './model.ts'

/** `fetch`, or a stand-in with its signature. */
export type FetchLike = (input: string, init: RequestInit) => Promise<Response>

/** How to reach the service for one payment. */
export type ApiOptions = {
  /** Origin, with or without a path and trailing slash. */
  readonly apiBase: string
  readonly token: string
  /** Public client id; null where the service needs none. */
  readonly clientId: string | null
  readonly fetch: FetchLike
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly isOnline: () => boolean
}

/** What `GET …/pay` answered: transactions in the order to send them. `hasEnough*`: null when the service did not look. */
export type Calldata = {
  readonly transactions: readonly WireTransaction[]
  readonly hasEnoughBalance: boolean | null
  readonly hasEnoughGas: boolean | null
}

/** Body of `POST …/attempts`. `chain` is a network id, `token` a symbol. */
export type AttemptInput = {
  readonly attemptId: string
  readonly wallet: string
  readonly chain: string
  readonly token: string
  readonly calldataHash: string
  readonly nonce?: number
}

/** What the service said about the lease. `absent`: it has none, so the element goes on without. */
export type LeaseAnswer =
  | { readonly kind: 'leased'; readonly leaseUntil: string }
  | {
      readonly kind: 'taken'
      readonly ageSeconds: number | null
      readonly wallet: string
      readonly phase: string
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly note: NoteFact }
  | Exclude<ServerAnswer, { kind: 'payment' }>

/** The calls of the payment page. None throws but for an aborted signal. */
export type Api = {
  /** `GET /v2/secure-payments/{token}`; with `wallet`, options and balances too. */
  metadata(options: {
    readonly wallet?: string
    readonly signal: AbortSignal
  }): Promise<ServerAnswer>
  /** `GET …/pay?wallet=` */
  calldata(options: {
    readonly wallet: string
    readonly signal: AbortSignal
  }): Promise<
    | { readonly kind: 'calldata'; readonly calldata: Calldata }
    | Exclude<ServerAnswer, { kind: 'payment' }>
  >
  createAttempt(input: AttemptInput, signal: AbortSignal): Promise<LeaseAnswer>
  /** A queued call: `status` 0 when the service was not reached. */
  deliver(call: Delivery): Promise<{ readonly status: number }>
}

/** A call that must reach the service some time: repeating each is harmless. */
export type Delivery =
  | {
      readonly kind: 'intent'
      readonly txHash: string
      readonly chain: string
      readonly symbol: string
    }
  | {
      readonly kind: 'attempt'
      readonly attemptId: string
      readonly phase: string
      readonly txHash: string | null
    }
  | { readonly kind: 'attempt_end'; readonly attemptId: string }

/** One call may take this long before it counts as unanswered. */
const CALL_TIMEOUT_MS = 10_000
const DEFAULT_RETRY_MS = 30_000

/**
 * A client for the half dozen calls that a payer's page makes: `@secure-payment/core/client` checks with zod, which
 * alone is larger than this element's first load.
 */
export function createApi(options: ApiOptions): Api {
  const root = `${options.apiBase.replace(/\/+$/, '')}/v2/secure-payments/${encodeURIComponent(options.token)}`

  async function call(path: string, init: RequestInit, signal?: AbortSignal): Promise<Answer> {
    const headers = new Headers(
      init.body === undefined ? {} : { 'content-type': 'application/json' },
    )
    if (options.clientId !== null) headers.set('x-client-id', options.clientId)
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
    try {
      const response = await options.fetch(root + path, {
        // The HTTP cache revalidates with the ETag: a poll without news is a 304, and needs no extra CORS header.
        cache: 'no-cache',
        credentials: 'omit',
        referrerPolicy: 'strict-origin',
        ...init,
        headers,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      const body: unknown = await response.json().catch(() => null)
      return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
    } catch (cause) {
      signal?.throwIfAborted()
      return { status: 0, body: null, retryAfter: null, cause }
    }
  }

  function post(path: string, method: string, body: unknown, signal?: AbortSignal) {
    return call(path, { method, body: JSON.stringify(body), keepalive: true }, signal)
  }

  return {
    async metadata({ wallet, signal }) {
      const query = wallet === undefined ? '' : `?wallet=${encodeURIComponent(wallet)}`
      const answer = await call(query, { method: 'GET' }, signal)
      if (answer.status !== 200) return problem(options, answer)
      return understood(() => paidOrPending(parseMetadata(answer.body)))
    },
    async calldata({ wallet, signal }) {
      const query = `/pay?wallet=${encodeURIComponent(wallet)}`
      const answer = await call(query, { method: 'GET' }, signal)
      if (answer.status !== 200) return problem(options, answer)
      return understood(() => ({ kind: 'calldata', calldata: parseCalldata(answer.body) }))
    },
    async createAttempt(input, signal) {
      return leaseAnswer(options, await post('/attempts', 'POST', input, signal))
    },
    async deliver(item) {
      const { status } = await send(item)
      return { status }
    },
  }

  function send(item: Delivery): Promise<Answer> {
    switch (item.kind) {
      case 'intent': {
        const { txHash, chain, symbol } = item
        return post('/intent', 'POST', { txHash, chain, token: symbol })
      }
      case 'attempt': {
        const { phase, txHash } = item
        const body = txHash === null ? { phase } : { phase, txHash }
        return post(`/attempts/${item.attemptId}`, 'PATCH', body)
      }
      case 'attempt_end':
        return call(`/attempts/${item.attemptId}`, { method: 'DELETE', keepalive: true })
      default:
        return item satisfies never
    }
  }
}

type Answer = {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | null
  readonly cause?: unknown
}

function paidOrPending(payment: PaymentMetadata): ServerAnswer {
  return { kind: payment.status === 'completed' ? 'completed' : 'payment', payment }
}

/** An answer that does not have the contract's shape is the service's fault, not the payer's. */
function understood<T>(parse: () => T): T | Extract<ServerAnswer, { kind: 'unavailable' }> {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof InvalidResponseError)) throw error
    return { kind: 'unavailable', reason: 'server', retryAt: null, payment: null }
  }
}

function problem(
  options: Pick<ApiOptions, 'now' | 'isOnline'>,
  answer: Answer,
): Exclude<ServerAnswer, { kind: 'payment' }> {
  const payment = problemPayment(answer.body)
  if (answer.status === 409) return { kind: 'completed', payment }
  const reason = unavailableReason(options, answer)
  const retryAt = reason === 'rate_limited' ? options.now() + retryAfterMs(answer.retryAfter) : null
  return { kind: 'unavailable', reason, retryAt, payment }
}

function unavailableReason(
  options: Pick<ApiOptions, 'isOnline'>,
  answer: Answer,
): UnavailableReason {
  const { status } = answer
  if (status === 0) return options.isOnline() ? 'server' : 'offline'
  if (status === 401) return 'unauthorized'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status === 423) return 'not_payable'
  if (status === 403) {
    const code = problemCode(answer.body)
    if (code === 'payment_expired') return 'expired'
    return code === 'payment_not_payable' ? 'not_payable' : 'unauthorized'
  }
  return 'server'
}

function leaseAnswer(options: Pick<ApiOptions, 'now' | 'isOnline'>, answer: Answer): LeaseAnswer {
  const { status, body } = answer
  if (status === 201 || status === 200) {
    return understood(() => ({ kind: 'leased', leaseUntil: new Reader(body).text('leaseUntil') }))
  }
  if (status === 409 && problemCode(body) === 'attempt_in_progress') {
    const taken = new Reader(body).child('attempt')
    return {
      kind: 'taken',
      ageSeconds: taken.optionalNumber('ageSeconds'),
      wallet: taken.optionalText('wallet') ?? '',
      phase: taken.optionalText('phase') ?? '',
    }
  }
  // A service without leases has no such route: 404 with a code of its own router, or none.
  if (status === 404 && problemCode(body) !== 'payment_not_found') return { kind: 'absent' }
  if (status === 409 || status === 403 || status === 404) return problem(options, answer)
  if (status === 429) {
    const seconds = String(Math.ceil(retryAfterMs(answer.retryAfter) / 1000))
    return { kind: 'failed', note: { code: 'rate_limited', params: { seconds } } }
  }
  return { kind: 'failed', note: { code: 'service_unavailable' } }
}

function problemCode(body: unknown): string | null {
  return body !== null &&
    typeof body === 'object' &&
    'code' in body &&
    typeof body.code === 'string'
    ? body.code
    : null
}

/** The payment inside a 403 or 409, when the service sent one that can be read. */
function problemPayment(body: unknown): PaymentMetadata | null {
  if (body === null || typeof body !== 'object' || !('payment' in body)) return null
  try {
    return parseMetadata(body.payment)
  } catch {
    return null
  }
}

/** `retry-after` in seconds; a date or nonsense counts as the default. */
function retryAfterMs(header: string | null): number {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : DEFAULT_RETRY_MS
}

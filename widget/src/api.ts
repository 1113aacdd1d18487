import { ApiError, type Client, createClient } from '@secure-payment/core/client'
import type { NoteFact, ServerAnswer } from './effects/fact.ts'
import {
  InvalidResponseError,
  parseCalldata,
  parseMetadata,
  Reader,
} from './effects/parseAnswer.ts'
import type { PaymentMetadata, UnavailableReason, WireTransaction } from './model.ts'

/** How to reach the service for one payment. */
export type ApiOptions = {
  /** Origin, with or without a path and trailing slash. */
  readonly apiBase: string
  readonly token: string
  /** Public client id; null where the service needs none. */
  readonly clientId: string | null
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
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

/** Body of `POST …/attempts`. `chain` is a network id, `token` a symbol, `calldataHash` a keccak-256. */
export type AttemptInput = {
  readonly attemptId: string
  readonly wallet: string
  readonly chain: string
  readonly token: string
  readonly calldataHash: string
}

/** The payment cannot be paid, or is paid: what every call but a plain read may answer. */
export type Ended = Exclude<ServerAnswer, { kind: 'payment' }>

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
  | Ended

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
      readonly phase: 'broadcast' | 'done' | 'reverted' | 'dropped'
      readonly txHash: string | null
    }
  | { readonly kind: 'attempt_end'; readonly attemptId: string }

/** The calls of the payment page. They throw for nothing but an aborted signal: what went wrong is in the answer. */
export type Api = {
  /** `GET /v2/secure-payments/{token}`; with `wallet`, its options and balances too. */
  metadata(options: { wallet?: string; signal: AbortSignal }): Promise<ServerAnswer>
  /** `GET …/pay?wallet=` */
  calldata(options: {
    wallet: string
    signal: AbortSignal
  }): Promise<{ readonly kind: 'calldata'; readonly calldata: Calldata } | Ended>
  /** `POST …/attempts` */
  lease(input: AttemptInput, signal: AbortSignal): Promise<LeaseAnswer>
  /** Makes a queued call once. `status` is 0 when nothing answered. */
  deliver(call: Delivery): Promise<{ readonly status: number }>
}

/** One call may take this long before it counts as unanswered. */
const CALL_TIMEOUT_MS = 10_000
const DEFAULT_RETRY_AFTER_S = 30

/** Creates the client of one payment. Answers are checked member by member here: nothing behind trusts the service. */
export function createApi(options: ApiOptions): Api {
  const params = { token: options.token }
  const client = createClient({
    baseUrl: options.apiBase.replace(/\/+$/, ''),
    ...(options.clientId === null ? {} : { clientId: options.clientId }),
    fetch: (url, init) => options.fetch(url, { ...init, ...transport(init.method) }),
  }).securePayments

  return {
    async metadata({ wallet, signal }) {
      const query = wallet === undefined ? {} : { wallet }
      return read(
        options,
        (within) => client.get({ params, query }, within),
        signal,
        (body) => {
          const payment = parseMetadata(body)
          return { kind: payment.status === 'completed' ? 'completed' : 'payment', payment }
        },
      )
    },
    async calldata({ wallet, signal }) {
      const query = { wallet }
      return read(
        options,
        (within) => client.pay({ params, query }, within),
        signal,
        (body) => ({
          kind: 'calldata',
          calldata: parseCalldata(body),
        }),
      )
    },
    async lease(input, signal) {
      try {
        const body: unknown = await client.createAttempt({ params, body: input }, within(signal))
        return { kind: 'leased', leaseUntil: new Reader(body).text('leaseUntil') }
      } catch (error) {
        signal.throwIfAborted()
        return leaseRefusal(options, error)
      }
    },
    async deliver(call) {
      try {
        await deliver(client, params, call)
        return { status: 200 }
      } catch (error) {
        return { status: error instanceof ApiError ? error.status : 0 }
      }
    },
  }
}

/**
 * The HTTP cache revalidates with the ETag (`no-cache`): a poll without news is a 304, and no header of ours asks for
 * more CORS. Writes outlive the page (`keepalive`).
 */
function transport(method: string): RequestInit {
  const shared = { credentials: 'omit', referrerPolicy: 'strict-origin' } as const
  return method === 'GET' ? { ...shared, cache: 'no-cache' } : { ...shared, keepalive: true }
}

function within(signal?: AbortSignal): { signal: AbortSignal } {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  return { signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) }
}

async function read<T>(
  options: ApiOptions,
  call: (within: { signal: AbortSignal }) => Promise<unknown>,
  signal: AbortSignal,
  parse: (body: unknown) => T,
): Promise<T | Ended> {
  try {
    return parse(await call(within(signal)))
  } catch (error) {
    signal.throwIfAborted()
    return ended(options, error)
  }
}

async function deliver(
  client: Client['securePayments'],
  params: { token: string },
  call: Delivery,
): Promise<unknown> {
  switch (call.kind) {
    case 'intent': {
      const body = { txHash: call.txHash, chain: call.chain, token: call.symbol }
      return client.intent({ params, body }, within())
    }
    case 'attempt': {
      const { attemptId, phase, txHash } = call
      const body = txHash === null ? { phase } : { phase, txHash }
      return client.updateAttempt({ params: { ...params, attemptId }, body }, within())
    }
    case 'attempt_end': {
      const { attemptId } = call
      return client.deleteAttempt({ params: { ...params, attemptId } }, within())
    }
    default:
      return call satisfies never
  }
}

function ended(options: Pick<ApiOptions, 'now' | 'isOnline'>, error: unknown): Ended {
  if (!(error instanceof ApiError)) {
    // A timeout, or an answer without the contract's shape: the service's fault, not the payer's.
    const isShape = error instanceof InvalidResponseError
    const reason = isShape || options.isOnline() ? 'server' : 'offline'
    return { kind: 'unavailable', reason, retryAt: null, payment: null }
  }
  const payment = problemPayment(error)
  if (error.status === 409) return { kind: 'completed', payment }
  const reason = unavailableReason(options, error)
  const waitMs = 1000 * (error.retryAfter ?? DEFAULT_RETRY_AFTER_S)
  const retryAt = reason === 'rate_limited' ? options.now() + waitMs : null
  return { kind: 'unavailable', reason, retryAt, payment }
}

function unavailableReason(
  options: Pick<ApiOptions, 'isOnline'>,
  error: ApiError,
): UnavailableReason {
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

function leaseRefusal(options: ApiOptions, error: unknown): LeaseAnswer {
  if (!(error instanceof ApiError)) return { kind: 'failed', note: { code: 'service_unavailable' } }
  const { status, code, problem, retryAfter } = error
  // The payment was read a moment ago: what is missing is the route, in a service without leases.
  if (status === 404) return { kind: 'absent' }
  if (status === 409 && code === 'attempt_in_progress') {
    const { ageSeconds, wallet, phase } = problem?.attempt ?? {}
    return {
      kind: 'taken',
      ageSeconds: typeof ageSeconds === 'number' ? ageSeconds : null,
      wallet: typeof wallet === 'string' ? wallet : '',
      phase: typeof phase === 'string' ? phase : '',
    }
  }
  if (status === 409 || status === 403) return ended(options, error)
  const seconds = String(retryAfter ?? DEFAULT_RETRY_AFTER_S)
  return status === 429
    ? { kind: 'failed', note: { code: 'rate_limited', params: { seconds } } }
    : { kind: 'failed', note: { code: 'service_unavailable' } }
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

import { ApiError, createSecurePaymentClient, type PageClient } from '@secure-payment/core/client'
import type { TronTransaction } from '@secure-payment/core/tron'
import { boolean, optional, shape, text } from './answer.ts'
import { parseCalldata } from './effects/parseCalldata.ts'
import {
  answerOf,
  createMetadataReader,
  DEFAULT_RETRY_AFTER_S,
  ended,
  TRANSPORT,
  trimBase,
  within,
} from './effects/readMetadata.ts'
import type { NoteFact, ServerAnswer } from './machine/fact.ts'
import type { WireTransaction } from './review.ts'

/** The connection to the service for one payment. */
export type ApiOptions = {
  /** The service's origin, with or without a path and a trailing slash. */
  readonly apiBase: string
  readonly token: string
  /** Public client id; null if the service needs none. */
  readonly clientId: string | null
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly isOnline: () => boolean
  /** The address that pays; undefined before one is known. */
  readonly payer?: () => string | undefined
  /** The accepted currency that the payer chose, by its id; undefined for the payment's own. */
  readonly option?: () => string | undefined
}

/**
 * The response to `GET …/pay`: transactions in the order to send them. `hasEnough*` are null if the service did not check the
 * balances.
 */
export type Calldata = {
  readonly transactions: readonly WireTransaction[]
  readonly hasEnoughBalance: boolean | null
  readonly hasEnoughGas: boolean | null
  /**
   * For a payment from another chain: the amount that leaves the wallet, as decimal text, and the expiry of its price
   * in unix seconds.
   */
  readonly sourceAmount?: string | null
  readonly quoteExpiresAt?: number | null
  /** On Tron, unchecked: the account's resources and needs. */
  readonly tron?: unknown
  /** Unchecked: the typed data of a permit that would save the approval. */
  readonly permit?: unknown
  /** Unchecked: a message whose signature the service would send in place of the transactions. */
  readonly signedPayment?: unknown
  /** Unchecked: the reason for no `signedPayment`. */
  readonly signedPaymentObstacle?: unknown
  /** Unchecked: the service's value of the batch contract's fee. */
  readonly batchFee?: unknown
  /** Unchecked: the quote that fixes the amount. */
  readonly quote?: unknown
}

/** Body of `POST …/attempts`. `chain` is a network id, `token` a symbol, `calldataHash` a keccak-256. */
export type AttemptInput = {
  readonly attemptId: string
  readonly wallet: string
  readonly chain: string
  readonly token: string
  readonly calldataHash: string
}

/** The payment cannot be paid, or is already paid: a call may return this in place of its own result. */
export type Ended = Exclude<ServerAnswer, { kind: 'payment' }>

/** The service's response about the lease. `absent`: the service has no leases, so the element continues without one. */
type LeaseAnswer =
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

/** A call that must reach the service eventually; every such call is safe to repeat. */
export type Delivery =
  | {
      readonly kind: 'intent'
      readonly txHash: string
      readonly chain: string
      readonly symbol: string
      /** The accepted currency, if it is not the payment's own. */
      readonly option?: string
    }
  /** A Safe's transaction that its signers have not approved yet. */
  | {
      readonly kind: 'safe_intent'
      readonly attemptId: string
      readonly safeTxHash: string
      readonly wallet: string
      readonly chain: string
      readonly symbol: string
      readonly option?: string
    }
  | {
      readonly kind: 'attempt'
      readonly attemptId: string
      readonly phase: 'broadcast' | 'done' | 'reverted' | 'dropped'
      readonly txHash: string | null
    }
  | { readonly kind: 'attempt_end'; readonly attemptId: string }

/** The calls of the payment page. They throw only if the signal aborts: any other failure is part of the result. */
export type Api = {
  /**
   * `GET /v2/secure-payments/{token}`; with `wallet`, also its options and balances. `option` replaces the chosen currency; null for the
   * payment's own. `isFresh`: bypasses the HTTP cache, from which an unchanged response has the `serverTime` of its first request.
   */
  metadata(options: {
    wallet?: string
    option?: string | null
    isFresh?: boolean
    signal: AbortSignal
  }): Promise<ServerAnswer>
  /**
   * `GET …/options?wallet=`, unchecked: the ways in which the wallet can pay. `quotes` has the ids of quotes that replace the contracts'
   * rates.
   */
  walletOptions(options: {
    wallet: string
    quotes?: readonly string[]
    signal: AbortSignal
  }): Promise<{ readonly kind: 'wallet_options'; readonly said: unknown } | Ended>
  /** `POST …/quotes`, unchecked: the current quote of the unpaid amount. `option` names an accepted currency; absent: the chosen one. */
  quote(options: {
    wallet: string
    option?: string
    signal: AbortSignal
  }): Promise<{ readonly kind: 'quote'; readonly said: unknown } | Ended>
  /**
   * `GET …/pay?wallet=`; `from` is the other chain to pay from, by the service's name, and `quote` the id of the quote that replaces the
   * conversion of contracts. `canSign`: the account can sign a payment that the service sends.
   */
  calldata(options: {
    wallet: string
    quote?: string
    from?: { readonly chain: string; readonly token: string }
    canSign?: boolean
    signal: AbortSignal
  }): Promise<{ readonly kind: 'calldata'; readonly calldata: Calldata } | Ended>
  /**
   * `POST …/tron/broadcast`: whether a node accepted the transaction; if not, the code of the node or the service. Null if neither
   * responded.
   */
  broadcastTron(
    signedTransaction: TronTransaction & { readonly signature: string[] },
    signal: AbortSignal,
  ): Promise<{ readonly isTaken: boolean; readonly code: string } | null>
  /** `POST …/permit`: the hash of the service's transaction; `refused` if the service sends none, null if the result is unknown. */
  permit(
    body: {
      readonly signature: string
      readonly deadline: number
      readonly attemptId: string
      readonly quote?: string
    },
    signal: AbortSignal,
  ): Promise<string | null>
  /** `POST …/attempts` */
  lease(input: AttemptInput, signal: AbortSignal): Promise<LeaseAnswer>
  /** Sends a queued call once. `status` is 0 without a response. */
  deliver(call: Delivery): Promise<{ readonly status: number }>
}

/** Creates one payment's client. Responses are validated member by member: no later code trusts the service. */
export function createApi(options: ApiOptions): Api {
  const params = { token: options.token }
  const calls = createCalls(options)
  const chosen = () => optionMember(options.option?.())
  return {
    metadata: createMetadataReader(options),
    walletOptions: ({ wallet, quotes = [], signal }) =>
      answerOf(options, signal, async () => {
        const query = { wallet, ...(quotes.length > 0 && { quotes: quotes.join() }) }
        const said = await calls.options({ params, query }, within(signal))
        return { kind: 'wallet_options', said }
      }),
    quote: createQuoteReader(options, calls),
    calldata: createCalldataReader(options, calls),
    async broadcastTron(signedTransaction, signal) {
      try {
        const body = { signedTransaction, ...chosen() }
        const said: unknown = await calls.broadcastTron({ params, body }, within(signal))
        const { result, code } = broadcast(said, '')
        return { isTaken: result, code: code ?? '' }
      } catch (error) {
        signal.throwIfAborted()
        const isRefused = error instanceof ApiError && REFUSALS.has(error.status)
        return isRefused ? { isTaken: false, code: error.code } : null
      }
    },
    async permit(body, signal) {
      try {
        const said: unknown = await calls.createPermit(
          { params, body: { ...body, ...chosen() } },
          within(signal),
        )
        return permitted(said, '').txHash
      } catch (error) {
        signal.throwIfAborted()
        const isRefused =
          error instanceof ApiError &&
          ((error.status >= 400 && error.status < 500) || error.code === 'relay_unavailable')
        return isRefused ? 'refused' : null
      }
    },
    async lease(input, signal) {
      try {
        const body: unknown = await calls.createAttempt(
          { params, body: { ...input, ...chosen() } },
          within(signal),
        )
        return { kind: 'leased', leaseUntil: leased(body, '').leaseUntil }
      } catch (error) {
        signal.throwIfAborted()
        return leaseRefusal(options, error)
      }
    },
    async deliver(call) {
      try {
        await deliver(calls, params, call)
        return { status: 200 }
      } catch (error) {
        return { status: error instanceof ApiError ? error.status : 0 }
      }
    },
  }
}

function createCalldataReader(options: ApiOptions, calls: PageClient): Api['calldata'] {
  const params = { token: options.token }
  return async ({ wallet, quote, from, canSign, signal }) => {
    const query = {
      wallet,
      ...from,
      ...(quote && { quote }),
      ...(canSign && SIGNED),
      ...optionMember(options.option?.()),
    }
    return answerOf(options, signal, async () => ({
      kind: 'calldata',
      calldata: parseCalldata(await calls.pay({ params, query }, within(signal))),
    }))
  }
}

function createQuoteReader(options: ApiOptions, calls: PageClient): Api['quote'] {
  const params = { token: options.token }
  return ({ wallet, option = options.option?.(), signal }) => {
    const body = { wallet, ...optionMember(option) }
    return answerOf(options, signal, async () => ({
      kind: 'quote',
      said: await calls.quote({ params, body }, within(signal)),
    }))
  }
}

function optionMember(option: string | undefined): { option?: string } {
  return option === undefined ? {} : { option }
}

/** Creates the service's calls about secure payments, unchecked. Writes outlive the page. */
function createCalls(options: ApiOptions): PageClient {
  return createSecurePaymentClient({
    baseUrl: trimBase(options.apiBase),
    ...(options.clientId === null ? {} : { clientId: options.clientId }),
    fetch: (url, init) =>
      options.fetch(url, { ...init, ...TRANSPORT, ...persistence(init.method) }),
  })
}

function persistence(method: string): RequestInit {
  return method === 'GET' ? { cache: 'no-cache' } : { keepalive: true }
}

const SIGNED = { signed: 'true' } as const
const leased = shape({ leaseUntil: text })
const permitted = shape({ txHash: text })
const broadcast = shape({ result: boolean, code: optional(text) })

/**
 * Statuses with which the service rejects the payment itself. After any other error, a node decides about the transaction.
 */
const REFUSALS: ReadonlySet<number> = new Set([403, 409, 410])

async function deliver(
  calls: PageClient,
  params: { token: string },
  call: Delivery,
): Promise<unknown> {
  switch (call.kind) {
    case 'intent': {
      const { txHash, chain, symbol: token, option } = call
      const body = { txHash, chain, token, ...optionMember(option) }
      return calls.intent({ params, body }, within())
    }
    case 'safe_intent': {
      const { attemptId, safeTxHash, wallet: walletAddress, chain, symbol: token, option } = call
      const body = { attemptId, safeTxHash, walletAddress, chain, token, ...optionMember(option) }
      return calls.intent({ params, body }, within())
    }
    case 'attempt': {
      const { attemptId, phase, txHash } = call
      const body = txHash === null ? { phase } : { phase, txHash }
      return calls.updateAttempt({ params: { ...params, attemptId }, body }, within())
    }
    case 'attempt_end': {
      const { attemptId } = call
      return calls.deleteAttempt({ params: { ...params, attemptId } }, within())
    }
    default:
      return call satisfies never
  }
}

/** The service refuses a lease with this status if the payment accepts no attempt. */
const ENDING: ReadonlySet<number> = new Set([403, 409, 410, 423])

function leaseRefusal(options: ApiOptions, error: unknown): LeaseAnswer {
  if (!(error instanceof ApiError)) return { kind: 'failed', note: { code: 'service_unavailable' } }
  const { status, code, problem, retryAfter } = error
  // The payment was read a moment ago, so a 404 means that the route is missing: the service has no leases.
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
  // A finished attempt no longer holds a lease; its end reveals nothing about the payment.
  if (code === 'attempt_ended') return { kind: 'failed', note: { code: 'service_unavailable' } }
  if (ENDING.has(status)) return ended(options, error)
  const seconds = String(retryAfter ?? DEFAULT_RETRY_AFTER_S)
  return status === 429
    ? { kind: 'failed', note: { code: 'rate_limited', params: { seconds } } }
    : { kind: 'failed', note: { code: 'service_unavailable' } }
}

import { setTimeout as delay } from 'node:timers/promises'
import { quoteInput } from '@secure-payment/core'
import type { LifiConfig } from '../config.ts'
import { failureOf, type OutgoingAnswer, openHttpPool } from '../outgoing/openHttpPool.ts'
import { type BridgeProblem, BridgeUnavailableError } from './errors.ts'
import type { LifiRequest } from './lifiRequests.ts'

/** A response in LI.FI's own format; `none` is a 404, with LI.FI's code for the missing item, if it sent one. */
type LifiAnswer = { kind: 'some'; body: unknown } | { kind: 'none'; lifiCode: number | null }

/** HTTP to LI.FI over kept-alive connections. Disposal aborts the calls in progress. */
export type LifiTransport = AsyncDisposable & {
  /**
   * Sends one request. After a 500, retries once, as LI.FI's own client does, if the deadline allows.
   *
   * @throws BridgeUnavailableError
   */
  send(request: LifiRequest): Promise<LifiAnswer>
}

/** The maximum time from the first byte sent to the last byte received, including a retry. */
const DEADLINE_MS = 4_000
const RETRY_AFTER_MS = 500
/** The maximum size of a response; a quote is about 20 kB. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** Opens a connection pool; sends nothing before the first call. Tests shorten `deadlineMs` and `retryAfterMs`. */
export function openLifiTransport(
  config: Pick<LifiConfig, 'url' | 'apiKey' | 'integrator'>,
  { deadlineMs = DEADLINE_MS, retryAfterMs = RETRY_AFTER_MS } = {},
): LifiTransport {
  const pool = openHttpPool(config.url, { maxBytes: MAX_ANSWER_BYTES })
  const identity = {
    'x-lifi-integrator': config.integrator,
    ...(config.apiKey === null ? {} : { 'x-lifi-api-key': config.apiKey }),
  }

  function exchange(request: LifiRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
    const { method, path } = request
    if (method === 'GET') return pool.send({ method, path, headers: identity, body: null }, signal)
    const headers = { 'content-type': 'application/json', ...identity }
    return pool.send({ method, path, headers, body: JSON.stringify(request.body) }, signal)
  }

  return {
    async send(request) {
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        const first = await exchange(request, signal)
        if (first.status !== 500) return readAnswer(first, config.apiKey)
        await delay(retryAfterMs, undefined, { signal })
        return readAnswer(await exchange(request, signal), config.apiKey)
      } catch (cause) {
        if (cause instanceof BridgeUnavailableError) throw cause
        const { problem, detail } = failureOf(cause, { signal, deadlineMs })
        throw new BridgeUnavailableError(problem, detail, { cause })
      }
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

/** `apiKey` is removed from quoted text, because some services repeat a rejected key in their response. */
function readAnswer(answer: OutgoingAnswer, apiKey: string | null): LifiAnswer {
  const { status, text, json: body } = answer
  // A 404 without LI.FI's message comes from elsewhere: PAY_LIFI_URL has a wrong path, or a proxy has no route for it.
  if (status === 404 && messageOf(body) !== null) return { kind: 'none', lifiCode: codeOf(body) }
  if (status !== 200) {
    const said = messageOf(body) ?? text
    const quoted = quoteInput(apiKey === null ? said : said.replaceAll(apiKey, '[key]'))
    const detail = said === '' ? `HTTP ${status}` : `HTTP ${status}, ${quoted}`
    throw new BridgeUnavailableError(problemOf(status), detail)
  }
  if (body === undefined) throw new BridgeUnavailableError('malformed', 'no JSON')
  return { kind: 'some', body }
}

function problemOf(status: number): BridgeProblem {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'not_authorized'
  if (status >= 400 && status < 500) return 'rejected'
  return status >= 500 ? 'server_error' : 'malformed'
}

function messageOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null
  return typeof body.message === 'string' ? body.message : null
}

function codeOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  return typeof body.code === 'number' ? body.code : null
}

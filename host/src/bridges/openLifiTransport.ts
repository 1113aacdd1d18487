import { quoteInput } from '@secure-payment/core'
import type { Pool } from 'undici'
import type { LifiConfig } from '../readLifiConfig.ts'
import { type BridgeProblem, BridgeUnavailableError } from './errors.ts'
import type { LifiRequest } from './lifiRequests.ts'

/** A response in LI.FI's own format; `none` is its 404, with LI.FI's code for the missing item, if any. */
export type LifiAnswer = { kind: 'some'; body: unknown } | { kind: 'none'; lifiCode: number | null }

/** HTTP to LI.FI with kept connections. Disposing ends the calls in progress. */
export type LifiTransport = AsyncDisposable & {
  /**
   * Sends one request. After a 500 it is sent once more, as LI.FI's own client does, if the deadline allows.
   *
   * @throws BridgeUnavailableError
   */
  send(request: LifiRequest): Promise<LifiAnswer>
}

/** From the first byte sent to the last one received, a second try included. */
export const DEADLINE_MS = 4_000
const RETRY_AFTER_MS = 500
/** Quotes have some 20 kB. */
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_CONNECTIONS = 16

/** Opens a pool; nothing is sent before the first call. Tests shorten `deadlineMs` and `retryAfterMs`. */
export function openLifiTransport(
  config: Pick<LifiConfig, 'url' | 'apiKey' | 'integrator'>,
  { deadlineMs = DEADLINE_MS, retryAfterMs = RETRY_AFTER_MS } = {},
): LifiTransport {
  const base = new URL(config.url)
  // The library is large, and a host may never have a payer from another chain.
  let opened: Promise<Pool> | null = null
  const openPool = async () => {
    const undici = await import('undici')
    return new undici.Pool(base.origin, { connections: MAX_CONNECTIONS })
  }
  const identity = {
    'x-lifi-integrator': config.integrator,
    ...(config.apiKey === null ? {} : { 'x-lifi-api-key': config.apiKey }),
  }

  async function exchange(request: LifiRequest, signal: AbortSignal): Promise<RawAnswer> {
    opened ??= openPool()
    const pool = await opened
    const isPost = request.method === 'POST'
    const answer = await pool.request({
      method: request.method,
      path: base.pathname.replace(/\/$/, '') + request.path,
      headers: isPost ? { 'content-type': 'application/json', ...identity } : identity,
      body: isPost ? JSON.stringify(request.body) : null,
      signal,
    })
    return { status: answer.statusCode, text: await readCapped(answer.body) }
  }

  return {
    async send(request) {
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        const first = await exchange(request, signal)
        if (first.status !== 500) return readAnswer(first, config.apiKey)
        await rest(retryAfterMs, signal)
        return readAnswer(await exchange(request, signal), config.apiKey)
      } catch (cause) {
        if (cause instanceof BridgeUnavailableError) throw cause
        if (signal.aborted) {
          throw new BridgeUnavailableError('deadline', `${deadlineMs} ms`, { cause })
        }
        throw new BridgeUnavailableError('unreachable', describe(cause), { cause })
      }
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy()
    },
  }
}

type RawAnswer = { status: number; text: string }

/** `apiKey` is removed from quoted text: some services repeat a key that they refuse. */
function readAnswer({ status, text }: RawAnswer, apiKey: string | null): LifiAnswer {
  const body = parseJson(text)
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
  // Redirects are not followed: they would carry the key elsewhere.
  return status >= 500 ? 'server_error' : 'malformed'
}

/** Undefined when it is no JSON: no JSON value is undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null
  return typeof body.message === 'string' ? body.message : null
}

function codeOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  return typeof body.code === 'number' ? body.code : null
}

async function readCapped(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) {
      throw new BridgeUnavailableError('too_large', `more than ${MAX_ANSWER_BYTES} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Rejects with the signal's reason when that comes first. */
function rest(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, durationMs)
    signal.addEventListener('abort', end, { once: true })
  })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

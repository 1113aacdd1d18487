import { AnswerTooLongError, openHttpPool } from '../outgoing/openHttpPool.ts'
import { AnswerTooLargeError, NodeError } from './errors.ts'

/** JSON over HTTP to one node, on kept-alive connections. */
export type NodeHttp = AsyncDisposable & {
  /** The URL without scheme, credentials and path, because the path is often a key. */
  readonly name: string
  /**
   * Sends one request and parses the JSON response, for any status. Throws {@link NodeError} for a response that is not JSON, requests a
   * pause or is too large; otherwise rethrows the connection's error.
   */
  request(call: HttpCall, deadlineMs: number): Promise<HttpAnswer>
}

/** A response that is JSON. */
type HttpAnswer = { status: number; json: unknown }

/** `path` includes the query. A call with a body is a POST of JSON; a call without one is a GET. */
type HttpCall = { path: string; body?: unknown }

const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Opens a pool to a node's origin; sends nothing before the first request. `headers` are sent with every request. */
export function openNodeHttp(
  nodeUrl: string,
  headers: Readonly<Record<string, string>> = {},
): NodeHttp {
  const url = new URL(nodeUrl)
  const name = url.host
  const pool = openHttpPool(url.origin, { maxBytes: MAX_ANSWER_BYTES })
  const sent = {
    'content-type': 'application/json',
    ...(url.username === '' ? {} : { authorization: basicAuth(url) }),
    ...headers,
  }
  return {
    name,
    async request({ path, body }, deadlineMs) {
      const call = {
        method: body === undefined ? ('GET' as const) : ('POST' as const),
        path,
        headers: sent,
        body: body === undefined ? null : JSON.stringify(body),
      }
      const answer = await pool.send(call, AbortSignal.timeout(deadlineMs)).catch((cause) => {
        throw cause instanceof AnswerTooLongError
          ? new AnswerTooLargeError(name, MAX_ANSWER_BYTES)
          : cause
      })
      const { status, json } = answer
      if (status === 429 || status === 503) {
        const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
        throw new NodeError(name, `HTTP ${status}`, { retryAfterMs, httpStatus: status })
      }
      if (json !== undefined) return { status, json }
      throw new NodeError(name, `HTTP ${status} without JSON`, { httpStatus: status })
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

function parseRetryAfter(value: string | string[] | undefined): number | null {
  const seconds = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : null
  return seconds === null ? null : seconds * 1_000
}

function basicAuth(url: URL): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

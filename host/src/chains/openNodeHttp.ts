import type { Pool } from 'undici'
import { AnswerTooLargeError, NodeError } from './errors.ts'

/** JSON over HTTP to one node, with kept connections. */
export type NodeHttp = AsyncDisposable & {
  /** Scheme and credentials left out, and the path too: it often is a key. */
  readonly name: string
  /**
   * Sends one request and parses the JSON response, for any status. Throws {@link NodeError} for a response without
   * JSON, one that asks for a pause, or one that is too large; the connection's error when it failed.
   */
  request(call: HttpCall, deadlineMs: number): Promise<HttpAnswer>
}

/** A response that is JSON. */
export type HttpAnswer = { status: number; json: unknown }

/** `path` with its query; a body is sent as JSON by POST, without one it is a GET. */
export type HttpCall = { path: string; body?: unknown }

const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const MAX_CONNECTIONS = 16

/** Opens a pool to a node's origin; nothing is sent before the first request. `headers` are sent with every one. */
export function openNodeHttp(
  nodeUrl: string,
  headers: Readonly<Record<string, string>> = {},
): NodeHttp {
  const url = new URL(nodeUrl)
  const name = url.host
  // The library is large, and a process that only serves the API may never ask a node.
  let opened: Promise<Pool> | null = null
  const openPool = async () => {
    const undici = await import('undici')
    return new undici.Pool(url.origin, { connections: MAX_CONNECTIONS })
  }
  const sent = {
    'content-type': 'application/json',
    ...(url.username === '' ? {} : { authorization: basicAuth(url) }),
    ...headers,
  }
  return {
    name,
    async request({ path, body }, deadlineMs) {
      opened ??= openPool()
      const pool = await opened
      const answer = await pool.request({
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: sent,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(deadlineMs),
      })
      const text = await readCapped(answer.body, name)
      const httpStatus = answer.statusCode
      if (httpStatus === 429 || httpStatus === 503) {
        const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
        throw new NodeError(name, `HTTP ${httpStatus}`, { retryAfterMs, httpStatus })
      }
      try {
        return { status: httpStatus, json: JSON.parse(text) }
      } catch (cause) {
        throw new NodeError(name, `HTTP ${httpStatus} without JSON`, { cause, httpStatus })
      }
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy()
    },
  }
}

async function readCapped(stream: AsyncIterable<Buffer>, node: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLargeError(node, MAX_ANSWER_BYTES)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseRetryAfter(value: string | string[] | undefined): number | null {
  const seconds = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : null
  return seconds === null ? null : seconds * 1_000
}

function basicAuth(url: URL): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

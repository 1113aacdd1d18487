import type { Pool } from 'undici'
import { AnswerTooLargeError, NodeError, RpcCallError } from './errors.ts'
import { isRateLimit } from './rpcLimits.ts'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** The answer to one call of a batch: a result, or the node's own error object. */
export type RpcOutcome = { result: unknown } | { error: RpcCallError }

/** JSON-RPC 2.0 over HTTP to one URL, with kept connections. */
export type RpcTransport = AsyncDisposable & {
  /** Scheme and credentials left out, and the path too: it often is a key. */
  readonly name: string
  /**
   * Sends calls in one request (call by call to a node that takes no batches) and returns their outcomes in the order
   * asked. Throws {@link NodeError} or the connection's error when the node as a whole failed.
   */
  exchange(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]>
}

const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const MAX_CONNECTIONS = 16

type RpcRequest = RpcCall & { jsonrpc: '2.0'; id: number }

/** Opens a pool to one URL; nothing is sent before the first call. */
export function openRpcTransport(nodeUrl: string): RpcTransport {
  const url = new URL(nodeUrl)
  const name = url.host
  // The library is large, and a process that only serves the API may never ask a node.
  let opened: Promise<Pool> | null = null
  const openPool = async () => {
    const undici = await import('undici')
    return new undici.Pool(url.origin, { connections: MAX_CONNECTIONS })
  }
  const path = url.pathname + url.search
  const headers = {
    'content-type': 'application/json',
    ...(url.username === '' ? {} : { authorization: basicAuth(url) }),
  }
  let nextId = 1
  let takesBatches = true

  /** Posts one body and parses the JSON answer. */
  async function post(body: unknown, deadlineMs: number): Promise<unknown> {
    opened ??= openPool()
    const pool = await opened
    const answer = await pool.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await readCapped(answer.body, name)
    if (answer.statusCode === 429 || answer.statusCode === 503) {
      const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
      throw new NodeError(name, `HTTP ${answer.statusCode}`, { retryAfterMs })
    }
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new NodeError(name, `HTTP ${answer.statusCode} without JSON`, { cause })
    }
  }

  async function exchange(
    calls: readonly RpcCall[],
    deadlineMs: number,
  ): Promise<readonly RpcOutcome[]> {
    const requests = calls.map((call): RpcRequest => ({ jsonrpc: '2.0', id: nextId++, ...call }))
    const [only] = requests
    if (only === undefined) return []
    if (requests.length === 1 || !takesBatches) {
      return Promise.all(
        requests.map(async (request) => toOutcome(name, request, await post(request, deadlineMs))),
      )
    }
    const answer = await post(requests, deadlineMs)
    if (!Array.isArray(answer)) {
      // One error object for the whole batch: the node is busy (this throws), or it takes no batches.
      toOutcome(name, only, answer)
      takesBatches = false
      return exchange(calls, deadlineMs)
    }
    const byId = new Map(answer.map((item: unknown) => [idOf(item), item]))
    return requests.map((request) => toOutcome(name, request, byId.get(request.id)))
  }

  return {
    name,
    exchange,
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy()
    },
  }
}

/** Reads one answer. Throws NodeError for what is no answer, and for a refusal that concerns every call. */
function toOutcome(node: string, request: RpcRequest, answer: unknown): RpcOutcome {
  if (typeof answer !== 'object' || answer === null) {
    throw new NodeError(node, `left ${request.method} unanswered`)
  }
  if ('error' in answer && answer.error !== null && answer.error !== undefined) {
    const { code, message, data } = errorFacts(answer.error)
    const error = new RpcCallError(node, request.method, code, message, data)
    if (isRateLimit(error)) throw new NodeError(node, `rate limited: ${message}`)
    return { error }
  }
  if (!('result' in answer)) throw new NodeError(node, `${request.method} without a result`)
  return { result: answer.result }
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

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : null
}

function errorFacts(error: unknown): { code: number; message: string; data: unknown } {
  if (typeof error !== 'object' || error === null)
    return { code: 0, message: String(error), data: null }
  return {
    code: 'code' in error && typeof error.code === 'number' ? error.code : 0,
    message: 'message' in error && typeof error.message === 'string' ? error.message : '',
    data: 'data' in error ? error.data : null,
  }
}

function basicAuth(url: URL): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

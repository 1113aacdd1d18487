import { Pool } from 'undici'
import { NodeError, RpcCallError, WrongChainError } from './errors.ts'
import { isRateLimit } from './rpcLimits.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** The answer to one call of a batch: a result, or the node's own error object. */
export type RpcOutcome = { result: unknown } | { error: RpcCallError }

/** Facts and memory of one node of a network. */
export type RpcNodeOptions = {
  url: string
  chainId: number
  /** Largest log range to begin with; shrinks as the node refuses. */
  maxLogRange: number
  /** Milliseconds since the epoch or any steady origin. */
  nowMs: () => number
  /** A number in [0, 1) for jitter. */
  randomUnit: () => number
}

/**
 * One JSON-RPC endpoint with what is remembered about it: whether it serves the right chain, how long to leave it
 * alone after failures, whether it takes batches and how wide a log range it answers.
 */
export type RpcNode = AsyncDisposable & {
  /** Scheme and host only: paths and queries of node URLs carry keys. */
  readonly name: string
  /** Blocks per `eth_getLogs` that the node is known to answer. */
  logRange(): number
  /** Remembers a range that was refused; the next ones are half as wide. */
  shrinkLogRange(refusedBlocks: number): void
  /** When the node may be asked again, on the clock of `nowMs`; in the past when it is healthy. */
  restsUntilMs(): number
  /**
   * Sends calls in one round trip and returns their outcomes in the order asked. Throws {@link NodeError} when the
   * node as a whole failed; an error of a single call is an outcome.
   */
  send(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]>
}

const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const MAX_CONNECTIONS = 16
const MIN_REST_MS = 250
const MAX_REST_MS = 5_000
const MAX_RETRY_AFTER_MS = 60_000
const WRONG_CHAIN_REST_MS = 60_000
/** After this many successful range queries a learnt limit is doubled once, in case the node was merely busy. */
const GROW_AFTER_ANSWERS = 500

/** Opens a pool to one node; nothing is sent before the first call. */
export function openRpcNode(options: RpcNodeOptions): RpcNode {
  const url = new URL(options.url)
  const name = url.host
  const pool = new Pool(url.origin, { connections: MAX_CONNECTIONS })
  const path = url.pathname + url.search
  const headers = {
    'content-type': 'application/json',
    ...(url.username === '' ? {} : { authorization: basicAuth(url) }),
  }
  let nextId = 1
  let failures = 0
  let restsUntilMs = 0
  let isChainChecked = false
  let takesBatches = true
  let logRange = options.maxLogRange
  let answersSinceShrink = 0

  /** Posts one body and parses the JSON answer. */
  async function post(body: unknown, deadlineMs: number): Promise<unknown> {
    const signal = AbortSignal.timeout(deadlineMs)
    const {
      statusCode,
      headers: answered,
      body: stream,
    } = await pool.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
      signal,
    })
    const text = await readCapped(stream, name)
    if (statusCode === 429 || statusCode === 503) {
      throw new NodeError(name, `HTTP ${statusCode}`, {
        retryAfterMs: parseRetryAfter(answered['retry-after']),
      })
    }
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new NodeError(name, `HTTP ${statusCode} with a body that is not JSON`, { cause })
    }
  }

  async function exchange(
    calls: readonly RpcCall[],
    deadlineMs: number,
  ): Promise<readonly RpcOutcome[]> {
    const requests = calls.map((call) => ({ jsonrpc: '2.0', id: nextId++, ...call }))
    const [only] = requests
    if (only === undefined) return []
    if (requests.length === 1 || !takesBatches) {
      return Promise.all(
        requests.map(async (request) => toOutcome(await post(request, deadlineMs), request)),
      )
    }
    const answer = await post(requests, deadlineMs)
    if (!Array.isArray(answer)) {
      // A node without batches answers with one error object; from now on calls go one by one.
      toOutcome(answer, only)
      takesBatches = false
      return exchange(calls, deadlineMs)
    }
    const byId = new Map(answer.map((item: unknown) => [idOf(item), item]))
    return requests.map((request) => toOutcome(byId.get(request.id), request))
  }

  function toOutcome(answer: unknown, request: { id: number; method: string }): RpcOutcome {
    if (typeof answer !== 'object' || answer === null) {
      throw new NodeError(name, `left ${request.method} unanswered`)
    }
    if ('error' in answer && answer.error !== null && answer.error !== undefined) {
      const { code, message } = errorFacts(answer.error)
      const error = new RpcCallError(name, request.method, code, message)
      if (isRateLimit(error)) throw new NodeError(name, `rate limited: ${message}`)
      return { error }
    }
    if (!('result' in answer)) throw new NodeError(name, `${request.method} without a result`)
    return { result: answer.result }
  }

  async function checkChain(deadlineMs: number): Promise<void> {
    const [outcome] = await exchange([{ method: 'eth_chainId', params: [] }], deadlineMs)
    if (outcome === undefined || 'error' in outcome) throw new NodeError(name, 'no chain id')
    const actual = parseQuantity(outcome.result, 'eth_chainId')
    if (actual !== BigInt(options.chainId)) throw new WrongChainError(name, options.chainId, actual)
    isChainChecked = true
  }

  function rest(error: NodeError): void {
    failures += 1
    // After a failure the URL may lead to another machine, so the chain is checked again.
    isChainChecked = false
    const doubled = Math.min(MIN_REST_MS * 2 ** (failures - 1), MAX_REST_MS)
    const jittered = doubled * (0.5 + options.randomUnit() / 2)
    const asked = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
    const wrong = error instanceof WrongChainError ? WRONG_CHAIN_REST_MS : 0
    restsUntilMs = options.nowMs() + Math.max(jittered, asked, wrong)
  }

  return {
    name,
    logRange: () => logRange,
    shrinkLogRange(refusedBlocks) {
      logRange = Math.max(1, Math.floor(Math.min(logRange, refusedBlocks) / 2))
      answersSinceShrink = 0
    },
    restsUntilMs: () => restsUntilMs,
    async send(calls, deadlineMs) {
      try {
        if (!isChainChecked) await checkChain(deadlineMs)
        const outcomes = await exchange(calls, deadlineMs)
        failures = 0
        restsUntilMs = 0
        answersSinceShrink += 1
        if (answersSinceShrink >= GROW_AFTER_ANSWERS && logRange < options.maxLogRange) {
          logRange = Math.min(logRange * 2, options.maxLogRange)
          answersSinceShrink = 0
        }
        return outcomes
      } catch (cause) {
        const error = cause instanceof NodeError ? cause : toNodeError(name, cause)
        rest(error)
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy()
    },
  }
}

function toNodeError(name: string, cause: unknown): NodeError {
  if (cause instanceof MalformedAnswerError) return new NodeError(name, cause.message, { cause })
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown failure'
  return new NodeError(name, reason, { cause })
}

async function readCapped(stream: AsyncIterable<Buffer>, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) {
      throw new NodeError(name, `an answer of more than ${MAX_ANSWER_BYTES} bytes`)
    }
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

function errorFacts(error: unknown): { code: number; message: string } {
  if (typeof error !== 'object' || error === null) return { code: 0, message: String(error) }
  return {
    code: 'code' in error && typeof error.code === 'number' ? error.code : 0,
    message: 'message' in error && typeof error.message === 'string' ? error.message : '',
  }
}

function basicAuth(url: URL): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

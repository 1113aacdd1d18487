import { NodeError, RpcCallError } from './errors.ts'
import { type NodeHttp, openNodeHttp } from './openNodeHttp.ts'
import { isRateLimit } from './rpcLimits.ts'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** The response to one call of a batch: a result, or the node's own error object. */
export type RpcOutcome = { result: unknown } | { error: RpcCallError }

/** JSON-RPC 2.0 over HTTP to one URL, on kept-alive connections. */
export type RpcTransport = AsyncDisposable & {
  /** The URL without scheme, credentials and path, because the path is often a key. */
  readonly name: string
  /**
   * Sends calls in one request and returns their outcomes in the order of the calls. A node that does not support
   * batches receives them one by one. Throws {@link NodeError} or the connection's error when the node as a whole
   * failed.
   */
  exchange(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]>
}

type RpcRequest = RpcCall & { jsonrpc: '2.0'; id: number }

function withoutId({ method, params }: RpcRequest): RpcCall {
  return { method, params }
}

/** The status codes with which servers reject a batch because they support none, or because its body is too large. */
const REFUSED_BODY: readonly unknown[] = [400, 405, 413, 415, 422]

/** Converts an HTTP rejection of a batch into a JSON-RPC error; rethrows any other error. */
function toRefusedBatch(error: unknown): unknown {
  if (!(error instanceof NodeError) || !REFUSED_BODY.includes(error.httpStatus)) throw error
  return { error: { code: -32_600, message: error.message } }
}

/**
 * Returns a batch's responses; `null` if the node returned one error instead. A node that limits batches returns one error for the first
 * call, and no response to the others.
 */
function itemsOf(answer: unknown, count: number): readonly unknown[] | null {
  if (!Array.isArray(answer)) return null
  const isOneError = count > 1 && answer.length === 1 && hasError(answer[0])
  return isOneError ? null : answer
}

function hasError(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'error' in answer && Boolean(answer.error)
}

/** After this time, the batch size doubles again, because the cause of a rejection may have passed. */
export const GROW_AFTER_MS = 10 * 60_000
/** The largest batch that the host sends. */
const ANY_SIZE = 4_096

/** Opens a transport to one URL, over its own or the given connections; sends nothing before the first call. */
export function openRpcTransport(
  nodeUrl: string,
  http: NodeHttp = openNodeHttp(nodeUrl),
  nowMs: () => number = () => performance.now(),
): RpcTransport {
  const { name } = http
  const { pathname, search } = new URL(nodeUrl)
  const post = async (body: unknown, deadlineMs: number) => {
    const { json } = await http.request({ path: pathname + search, body }, deadlineMs)
    return json
  }
  let nextId = 1
  let largestBatch = ANY_SIZE
  let growsAtMs = 0

  /** Doubles the batch size after each interval, at the cost of at most one more rejection. */
  function grow(): void {
    if (largestBatch === ANY_SIZE || nowMs() < growsAtMs) return
    largestBatch = Math.min(largestBatch * 2, ANY_SIZE)
    growsAtMs = nowMs() + GROW_AFTER_MS
  }

  async function exchange(
    calls: readonly RpcCall[],
    deadlineMs: number,
  ): Promise<readonly RpcOutcome[]> {
    const requests = calls.map((call): RpcRequest => ({ jsonrpc: '2.0', id: nextId++, ...call }))
    grow()
    if (requests.length <= largestBatch) return send(requests, deadlineMs)
    const batches = Array.from({ length: Math.ceil(requests.length / largestBatch) }, (_, index) =>
      requests.slice(index * largestBatch, (index + 1) * largestBatch),
    )
    return (await Promise.all(batches.map((batch) => send(batch, deadlineMs)))).flat()
  }

  async function send(
    requests: readonly RpcRequest[],
    deadlineMs: number,
  ): Promise<readonly RpcOutcome[]> {
    const [only] = requests
    if (only === undefined) return []
    if (requests.length === 1) return [toOutcome(name, only, await post(only, deadlineMs))]
    const answer = await post(requests, deadlineMs).catch(toRefusedBatch)
    const items = itemsOf(answer, requests.length)
    if (items === null) {
      // There is one error for the whole batch: the node is busy (`toOutcome` throws), or does not support batches of this size, or any.
      toOutcome(name, only, Array.isArray(answer) ? answer[0] : answer)
      largestBatch = Math.min(largestBatch, Math.floor(requests.length / 2))
      growsAtMs = nowMs() + GROW_AFTER_MS
      return exchange(requests.map(withoutId), deadlineMs)
    }
    const byId = new Map(items.map((item: unknown) => [idOf(item), item]))
    return requests.map((request) => toOutcome(name, request, byId.get(request.id)))
  }

  return {
    name,
    exchange,
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  }
}

/** Reads one response. Throws NodeError if the response is malformed or reports a rate limit. */
function toOutcome(node: string, request: RpcRequest, answer: unknown): RpcOutcome {
  if (typeof answer !== 'object' || answer === null) {
    throw new NodeError(node, `did not answer ${request.method}`)
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

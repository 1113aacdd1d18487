import { NodeError, RpcCallError } from './errors.ts'
import { type NodeHttp, openNodeHttp } from './openNodeHttp.ts'
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

type RpcRequest = RpcCall & { jsonrpc: '2.0'; id: number }

/** Opens a transport to one URL, over connections of its own or given ones; nothing is sent before the first call. */
export function openRpcTransport(
  nodeUrl: string,
  http: NodeHttp = openNodeHttp(nodeUrl),
): RpcTransport {
  const { name } = http
  const { pathname, search } = new URL(nodeUrl)
  const post = async (body: unknown, deadlineMs: number) => {
    const { json } = await http.request({ path: pathname + search, body }, deadlineMs)
    return json
  }
  let nextId = 1
  let takesBatches = true

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
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
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

import { RpcError } from '../errors.ts'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params?: readonly unknown[] }

/** The timeout of one HTTP request to a chain on this machine. */
const TIMEOUT_MS = 20_000

/** Sends one call and returns its result. Throws RpcError. */
export async function rpc(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const [result] = await rpcBatch(url, [{ method, params }])
  return result
}

/**
 * Sends calls in one HTTP request and returns their results in the same order. The node may run them in any order.
 * Throws RpcError for the first call that failed.
 */
export async function rpcBatch(url: string, calls: readonly RpcCall[]): Promise<unknown[]> {
  if (calls.length === 0) return []
  const answers = await post(url, calls)
  return calls.map(({ method }, id) => {
    const answer = answers.find((candidate) => candidate.id === id)
    if (answer && !answer.error && 'result' in answer) return answer.result
    const problem = answer?.error?.message ?? 'it returned no result'
    throw new RpcError({ url, method, problem })
  })
}

type RpcAnswer = { id?: unknown; result?: unknown; error?: { message?: string } }

async function post(url: string, calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
  const [first] = calls
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        calls.map(({ method, params }, id) => ({
          jsonrpc: '2.0',
          id,
          method,
          params: params ?? [],
        })),
      ),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    if (Array.isArray(body)) return body
    throw new Error(`answered ${JSON.stringify(body).slice(0, 200)}`)
  } catch (cause) {
    throw new RpcError({ url, method: first?.method ?? 'batch', problem: String(cause), cause })
  }
}

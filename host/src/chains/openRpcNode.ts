import { createNodeGuard } from './createNodeGuard.ts'
import type { NodeHealth, NodeHealthOptions } from './createNodeHealth.ts'
import { openRpcTransport, type RpcCall, type RpcOutcome } from './openRpcTransport.ts'

/** Facts of one node of a network. */
export type RpcNodeOptions = NodeHealthOptions & { url: string; chainId: number }

/** One JSON-RPC endpoint and its recorded state. Its chain is queried before anything else. */
export type RpcNode = AsyncDisposable &
  Pick<NodeHealth, 'restsUntilMs' | 'logRange' | 'shrinkLogRange'> & {
    /** Its host: paths and queries of node URLs carry keys. */
    readonly name: string
    /**
     * Sends calls in one round trip and returns their outcomes in the order of the calls. Throws {@link NodeError} when
     * the node as a whole failed; then it rests. An error of a single call is an outcome.
     */
    send(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]>
  }

/** Opens one node; nothing is sent before the first call. */
export function openRpcNode(options: RpcNodeOptions): RpcNode {
  const transport = openRpcTransport(options.url)
  const { pass, ...health } = createNodeGuard(transport, options)
  return {
    ...health,
    name: transport.name,
    send: (calls, deadlineMs) => pass(() => transport.exchange(calls, deadlineMs), deadlineMs),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

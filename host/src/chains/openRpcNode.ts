import { createNodeGuard, type NodeWatch } from './createNodeGuard.ts'
import type { NodeHealth, NodeHealthOptions } from './createNodeHealth.ts'
import { openRpcTransport, type RpcCall, type RpcOutcome } from './openRpcTransport.ts'

/** The settings of one node of a network. */
export type RpcNodeOptions = NodeHealthOptions & {
  url: string
  chainId: number
  watch?: NodeWatch
}

/** One JSON-RPC endpoint and its recorded state. The host verifies the endpoint's chain id before it sends other calls. */
export type RpcNode = AsyncDisposable &
  Pick<NodeHealth, 'restsUntilMs' | 'logRange' | 'shrinkLogRange'> & {
    /** Only the host of the URL, because the paths and queries of node URLs contain keys. */
    readonly name: string
    /**
     * Sends calls in one round trip and returns their outcomes in the order of the calls. Throws {@link NodeError} if the node as
     * a whole failed; the node is then skipped for a while. An error in a single call counts as an outcome.
     */
    send(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]>
  }

/** Opens one node; sends nothing before the first call. */
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

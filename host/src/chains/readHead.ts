import type { Head } from './chainClient.ts'
import { NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { parseBlock } from './wire.ts'

/** The calls that {@link readHead} reads; a block by number may follow them. */
export const HEAD_CALLS: readonly RpcCall[] = ['latest', 'safe', 'finalized'].map((tag) => ({
  method: 'eth_getBlockByNumber',
  params: [tag, false],
}))

/**
 * Reads a node's tip from the results of {@link HEAD_CALLS}. `safe` and `finalized` are unknown to some nodes: their
 * errors count as no answer.
 */
export function readHead(results: readonly unknown[], from: RpcNode): Head {
  const [latest, safe, finalized, watched] = results.map((result) =>
    result instanceof RpcCallError ? null : parseBlock(result),
  )
  if (latest === undefined || latest === null) throw new NodeError(from.name, 'has no head')
  return {
    latest,
    safe: safe?.number ?? null,
    finalized: finalized?.number ?? null,
    watched: watched ?? null,
  }
}

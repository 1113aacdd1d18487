import type { Network } from '@secure-payment/core/networks'
import type { Head, TagHeight } from './chainClient.ts'
import { confirmedHeight } from './confirmedHeight.ts'
import { NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { isUnknownTag } from './rpcLimits.ts'
import { parseBlock } from './wire.ts'

/** The calls that {@link readHead} reads; a block by number may follow them. */
export const HEAD_CALLS: readonly RpcCall[] = ['latest', 'safe', 'finalized'].map((tag) => ({
  method: 'eth_getBlockByNumber',
  params: [tag, false],
}))

/**
 * Reads a node's tip from the results of {@link HEAD_CALLS}, errors of calls among them.
 * @throws NodeError when the node does not tell what `confirmedBy` asks for
 */
export function readHead(
  results: readonly unknown[],
  from: RpcNode,
  confirmedBy: Network['finality'] | null,
): Head {
  const [latestResult, safe, finalized, watched] = results
  const latest = latestResult instanceof RpcCallError ? null : parseBlock(latestResult)
  if (latest === null) throw new NodeError(from.name, 'has no head')
  const head = {
    latest,
    safe: readTag(safe, from, 'safe'),
    finalized: readTag(finalized, from, 'finalized'),
    watched: watched instanceof RpcCallError ? null : parseBlock(watched),
  }
  if (confirmedBy !== null && confirmedHeight(head, confirmedBy) === null) {
    throw new NodeError(from.name, `does not tell its ${confirmedBy.mode} block`)
  }
  return head
}

/** The tags that a node has answered since the start: it knows them, whatever it says later. */
const knownTags = new WeakMap<RpcNode, Set<string>>()

function readTag(result: unknown, from: RpcNode, tag: string): TagHeight {
  const known = knownTags.get(from) ?? new Set()
  if (result instanceof RpcCallError) {
    return isUnknownTag(result) && !known.has(tag) ? 'unsupported' : null
  }
  const block = parseBlock(result)
  if (block === null) return null
  knownTags.set(from, known.add(tag))
  return block.number
}

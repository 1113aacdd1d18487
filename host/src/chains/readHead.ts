import type { Network } from '@secure-payment/core/networks'
import type { Head, TagHeight } from './chainClient.ts'
import { confirmedHeight } from './confirmedHeight.ts'
import { NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { isUnknownTag } from './rpcLimits.ts'
import { parseBlock } from './wire.ts'

/**
 * Returns the calls whose results {@link readHead} reads: the tip, and the tag that confirms payments. The caller may append a call for a
 * block by number.
 */
export function headCalls(confirmedBy: Network['finality'] | null): readonly RpcCall[] {
  return ['latest', ...tagsOf(confirmedBy)].map((tag) => ({
    method: 'eth_getBlockByNumber',
    params: [tag, false],
  }))
}

function tagsOf(confirmedBy: Network['finality'] | null): readonly ('safe' | 'finalized')[] {
  return confirmedBy === null || confirmedBy.mode === 'depth' ? [] : [confirmedBy.mode]
}

/**
 * Reads a node's tip from the results of {@link headCalls}, which may include errors of single calls. A tag that was not requested is
 * `null`.
 * @throws NodeError if the node does not return the tag that `confirmedBy` needs
 */
export function readHead(
  results: readonly unknown[],
  from: RpcNode,
  confirmedBy: Network['finality'] | null,
): Head {
  const [latestResult, ...rest] = results
  const latest = latestResult instanceof RpcCallError ? null : parseBlock(latestResult)
  if (latest === null) throw new NodeError(from.name, 'has no head')
  const tags = tagsOf(confirmedBy)
  const heights = new Map(tags.map((tag, index) => [tag, readTag(rest[index], from, tag)]))
  const watched = rest[tags.length]
  const head = {
    latest,
    safe: heights.get('safe') ?? null,
    finalized: heights.get('finalized') ?? null,
    watched: watched instanceof RpcCallError ? null : parseBlock(watched),
  }
  if (confirmedBy !== null && confirmedHeight(head, confirmedBy) === null) {
    throw new NodeError(from.name, `does not return its ${confirmedBy.mode} block`)
  }
  return head
}

/** The tags that a node has returned since the start, and therefore supports even if a later response lacks one. */
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

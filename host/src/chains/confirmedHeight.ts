import type { Network } from '@secure-payment/core/networks'
import type { Head, TagHeight } from './chainClient.ts'

/**
 * Returns the highest block whose payments count: the node's finalized or safe block, or the block `depth` blocks below its head. The
 * depth also decides if the node does not support the tag. `null` if the node supports the tag but does not return it, because a node's
 * fault must not make payments count earlier. While the height is negative, no payment counts yet.
 */
export function confirmedHeight(head: Head, finality: Network['finality']): bigint | null {
  const byDepth = head.latest.number - BigInt(finality.depth)
  const byTag = (height: TagHeight) => (height === 'unsupported' ? byDepth : height)
  switch (finality.mode) {
    case 'depth':
      return byDepth
    case 'safe':
      return byTag(head.safe)
    case 'finalized':
      return byTag(head.finalized)
  }
}

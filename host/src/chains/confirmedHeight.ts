import type { Network } from '@secure-payment/core/networks'
import type { Head } from './chainClient.ts'

/**
 * The highest block whose payments count: the node's finalized or safe block, or `depth` blocks under its head. A node
 * that does not answer the tag is taken by depth. Below 0 nothing counts yet.
 */
export function confirmedHeight(head: Head, finality: Network['finality']): bigint {
  const byDepth = head.latest.number - BigInt(finality.depth)
  switch (finality.mode) {
    case 'depth':
      return byDepth
    case 'safe':
      return head.safe ?? byDepth
    case 'finalized':
      return head.finalized ?? byDepth
  }
}

import type { ChainClient } from '../chains/chainClient.ts'
import { NodesDisagreeError } from '../chains/errors.ts'
import type { NetworkConfig } from '../readNetworkConfigs.ts'
import type { Cursor } from './cursorRows.ts'

/** Blocks that the cursor may pass with the response of one node. */
const UNASKED_BLOCKS = 16n

/**
 * Creates the check of a range's end before the cursor moves there: every few blocks, most nodes must have that very
 * block. Otherwise one node on a fork could move the cursor past the chain, where no payment is found. A network's only
 * node is not asked twice.
 *
 * @throws NodesDisagreeError, ChainUnavailableError
 */
export function createBlockQuorum(
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  { rpcUrls }: Pick<NetworkConfig, 'rpcUrls'>,
): (cursor: Cursor, next: Cursor) => Promise<void> {
  let askedTo: bigint | null = null
  return async (cursor, next) => {
    if (rpcUrls.length === 1) return
    // After going back, the cursor is at a block that most nodes have.
    if (askedTo === null || askedTo > cursor.blockNumber) askedTo = cursor.blockNumber
    if (next.blockNumber - askedTo <= UNASKED_BLOCKS) return
    const [block = null] = await client.getAgreedBlocks([next.blockNumber])
    if (block?.hash !== next.blockHash) {
      const reason = `most nodes do not have block ${next.blockNumber} as one does`
      throw new NodesDisagreeError(client.network.id, reason)
    }
    askedTo = next.blockNumber
  }
}

import type { ChainClient } from '../chains/chainClient.ts'
import { NodesDisagreeError } from '../chains/errors.ts'
import type { NetworkConfig } from '../config.ts'
import type { Cursor } from './cursorRows.ts'

/** The maximum number of blocks by which the cursor may advance on a single node's response. */
const UNASKED_BLOCKS = 16n

/**
 * Creates the check that runs before the cursor moves to a range's end: every few blocks, most nodes must have exactly that block.
 * Otherwise one node on a fork could move the cursor past the end of the chain, where no payment is found. If a network has only one node,
 * that node is not queried again.
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
      const reason = `most nodes do not have the block ${next.blockNumber} that one node returned`
      throw new NodesDisagreeError(client.network.id, reason)
    }
    askedTo = next.blockNumber
  }
}

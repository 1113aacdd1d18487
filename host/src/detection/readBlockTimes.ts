import type { PaymentLog } from '@secure-payment/core/evm'
import type { ChainClient } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'

/**
 * Returns the times of the blocks that contain the logs, by block number, in unix seconds, as most of the configured nodes have them.
 *
 * @throws ChainUnavailableError if a log's block is no longer on the chain; NodesDisagreeError
 */
export async function readBlockTimes(
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  logs: readonly Pick<PaymentLog, 'blockNumber' | 'blockHash'>[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const hashes = new Map(logs.map((log) => [log.blockNumber, log.blockHash]))
  if (hashes.size === 0) return new Map()
  const blocks = await client.getAgreedBlocks([...hashes.keys()])
  const times = new Map<bigint, bigint>()
  for (const block of blocks) {
    if (block === null || block.hash !== hashes.get(block.number)) {
      throw new ChainUnavailableError(client.network.id, 'a block of a payment is not canonical')
    }
    times.set(block.number, BigInt(block.timestampS))
  }
  return times
}

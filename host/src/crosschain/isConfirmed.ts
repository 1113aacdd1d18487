import type { ChainClient, ReceiptOutcome } from '../chains/chainClient.ts'
import { confirmedHeight } from '../chains/confirmedHeight.ts'
import { type Config, findServedNetwork } from '../config.ts'

/**
 * Returns whether the block of a transaction is confirmed, by the finality of its network; false if the host does not serve the network.
 */
export async function isConfirmed(
  client: Pick<ChainClient, 'network' | 'getHead'>,
  config: Pick<Config, 'networks'>,
  { blockNumber }: Pick<ReceiptOutcome, 'blockNumber'>,
): Promise<boolean> {
  const finality = findServedNetwork(config, client.network.id)?.finality
  if (finality === undefined) return false
  const height = confirmedHeight(await client.getHead(undefined, finality), finality)
  return height !== null && height >= blockNumber
}

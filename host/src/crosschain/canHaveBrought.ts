import type { ChainClient } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { isFunded } from './findPromise.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** The maximum clock difference between two chains: a delivery cannot be older than its source transaction by more than this. */
const MARGIN_MS = 10 * 60_000

/**
 * Returns whether this number of units of the request's token can be a source transaction's delivery, judged by the amount that left the
 * payer's wallet. Without this check, a bridge could report another transfer to the payee as the delivery. False if the amount that left
 * the wallet is unknown.
 */
export function canHaveBrought(
  { source, currency, sentUnits, decimals }: Sending,
  arrivedUnits: bigint,
): boolean {
  const token = source.tokens.find(({ symbol }) => symbol === currency)
  if (sentUnits === null || token === undefined) return false
  const sent = { token, units: sentUnits }
  return isFunded({ amountUnits: arrivedUnits, feeUnits: 0n }, { sent, decimals })
}

type Sending = Pick<TrackedIntent, 'source' | 'currency' | 'sentUnits' | 'decimals'>

/**
 * Returns whether a block of the destination chain is too old to contain a source transaction's delivery. Most nodes of the source
 * chain must agree.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function isOlderThanSource(
  source: Pick<ChainClient, 'network' | 'getAgreedTransaction' | 'getAgreedBlocks'>,
  { txHash }: Pick<TrackedIntent, 'txHash'>,
  blockTime: string,
): Promise<boolean> {
  const transaction = await source.getAgreedTransaction(txHash)
  const blockNumber = transaction?.blockNumber ?? null
  const [block = null] = blockNumber === null ? [] : await source.getAgreedBlocks([blockNumber])
  if (block === null) {
    throw new ChainUnavailableError(source.network.id, 'the block of a transaction is missing')
  }
  return Date.parse(blockTime) + MARGIN_MS < block.timestampS * 1_000
}

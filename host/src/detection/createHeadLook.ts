import type { ChainClient, Head } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'
import type { NetworkConfig } from '../readNetworkConfigs.ts'

/** A head that has not risen for so many blocks' time is compared with those of the other nodes. */
const STALLED_BLOCKS = 10
const MIN_STALLED_MS = 60_000
/** A head that falls by more was never one of the chain's. */
const MAX_FALL = 128n

/**
 * Creates the look of a watcher at the tip: that of the first node that responds. Once it stands still, the tip that
 * most nodes have reached, if it is further: a node that has stopped returns its last block, and no error.
 *
 * @throws ChainUnavailableError
 */
export function createHeadLook(
  context: Pick<Context, 'now' | 'log'>,
  client: Pick<ChainClient, 'getHead' | 'getAgreedHead'>,
  { network, finality, rpcUrls }: Pick<NetworkConfig, 'network' | 'finality' | 'rpcUrls'>,
): (watched: bigint | undefined) => Promise<Head> {
  const stalledMs = Math.max(MIN_STALLED_MS, STALLED_BLOCKS * network.blockTimeMs)
  let highest = -1n
  let sinceMs = 0
  let isTold = false

  function hasRisen(number: bigint): boolean {
    if (number <= highest && highest - number <= MAX_FALL) return false
    highest = number
    sinceMs = context.now().getTime()
    return true
  }

  function tellOnce(head: Head, agreed: Head): void {
    if (isTold) return
    isTold = true
    const heads = { first: String(head.latest.number), most: String(agreed.latest.number) }
    context.log.warn({ network: network.id, ...heads }, 'Passed over a node that stands still')
  }

  return async (watched) => {
    const head = await client.getHead(watched, finality)
    if (hasRisen(head.latest.number)) isTold = false
    if (rpcUrls.length === 1 || ageMs(context.now().getTime(), sinceMs) < stalledMs) return head
    const agreed = await client.getAgreedHead(watched, finality)
    if (agreed === null || agreed.latest.number <= head.latest.number) return head
    tellOnce(head, agreed)
    return agreed
  }
}

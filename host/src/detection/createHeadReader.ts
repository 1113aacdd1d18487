import type { ChainClient, Head } from '../chains/chainClient.ts'
import { confirmedHeight } from '../chains/confirmedHeight.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'

/** A head that has not risen for this many block times is compared with the other nodes' heads. */
const STALLED_BLOCKS = 10
const MIN_STALLED_MS = 60_000
/** A confirmed height that has not risen for this time has stalled: on every network, it rises more often. */
const UNCONFIRMED_MS = 45 * 60_000
/** If the height falls by more than this, the earlier height was never on the chain. */
const MAX_FALL = 128n

/**
 * Creates a watcher's reader of the tip. It returns the tip of the first node that responds. Once that tip's head or confirmed height
 * stalls, it returns the tip that most nodes have reached, if that is higher. A stopped node returns its last block without an error.
 *
 * @throws ChainUnavailableError
 */
export function createHeadReader(
  context: Pick<Context, 'now' | 'log'>,
  client: Pick<ChainClient, 'getHead' | 'getAgreedHead'>,
  { network, finality, rpcUrls }: Pick<NetworkConfig, 'network' | 'finality' | 'rpcUrls'>,
): (watched: bigint | undefined) => Promise<Head> {
  const stalledMs = Math.max(MIN_STALLED_MS, STALLED_BLOCKS * network.blockTimeMs)
  const latest = createRise(context)
  const confirmed = createRise(context)
  let isTold = false

  function tellOnce(head: Head, agreed: Head): void {
    if (isTold) return
    isTold = true
    const heads = { first: String(head.latest.number), most: String(agreed.latest.number) }
    context.log.warn({ network: network.id, ...heads }, 'Skipped a stalled node')
  }

  return async (watched) => {
    const head = await client.getHead(watched, finality)
    const height = confirmedHeight(head, finality) ?? 0n
    const isStalled =
      latest.silentMs(head.latest.number) >= stalledMs ||
      confirmed.silentMs(height) >= UNCONFIRMED_MS
    if (!isStalled) isTold = false
    if (!isStalled || rpcUrls.length === 1) return head
    const agreed = await client.getAgreedHead(watched, finality)
    const agreedHeight = agreed === null ? null : confirmedHeight(agreed, finality)
    if (agreed === null || agreedHeight === null || agreedHeight < height) return head
    if (agreedHeight === height && agreed.latest.number <= head.latest.number) return head
    tellOnce(head, agreed)
    return agreed
  }
}

/** Measures for how many milliseconds a height has not risen. */
function createRise({ now }: Pick<Context, 'now'>): { silentMs(height: bigint): number } {
  let highest = -1n
  let sinceMs = 0
  return {
    silentMs(height) {
      const nowMs = now().getTime()
      if (height > highest || highest - height > MAX_FALL) {
        highest = height
        sinceMs = nowMs
      }
      return ageMs(nowMs, sinceMs)
    },
  }
}

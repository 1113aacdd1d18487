import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import type { Holder } from '../leases/leases.ts'
import { RescanRefusedError } from '../rescans/rescanRefusedError.ts'
import { readCursor } from './cursorRows.ts'
import {
  countUnreadable,
  nextRange,
  type RescanContext,
  type RescanSettings,
  rescanRange,
} from './rescanRange.ts'

/** The result of reading recorded blocks again. */
export type Rescanned = {
  fromBlock: bigint
  toBlock: bigint
  /** The number of payments that had not been recorded. Merchants were notified of each as usual. */
  paymentCount: number
  /** The number of payments that had not been stored, and match no request. */
  unmatchedCount: number
  /** The number of payments in these blocks that are still unreadable: no node returned their receipt or rate. */
  unreadableCount: number
}

/**
 * Reads a network's blocks from `fromBlock` to its cursor again and records missing payments. A rescan is for an operator whose new node
 * returns blocks that earlier nodes could not return. A rescan is idempotent: the cursor stays, the network's watcher may run at the same
 * time, and recorded payments are skipped. `onRange` is called for each finished range.
 *
 * @throws RescanRefusedError, ChainUnavailableError; payments that were recorded before stay
 */
export async function rescanNetwork(
  context: RescanContext,
  settings: RescanSettings,
  options: { fromBlock: bigint; holder: Holder; onRange?: (toBlock: bigint) => void },
): Promise<Rescanned> {
  const { fromBlock, holder, onRange } = options
  const { network } = settings
  const cursor = await readCursor(context, network.id)
  if (cursor === null || fromBlock > cursor.blockNumber) {
    throw new RescanRefusedError({ network: network.id, reason: 'not_recorded' })
  }
  const keeper = createLeaseKeeper(context, rescanLease(network.id), holder, { checksOnce: true })
  const toBlock = cursor.blockNumber
  let paymentCount = 0
  let unmatchedCount = 0
  try {
    for (let next = fromBlock; next <= toBlock; ) {
      const lease = await keeper.hold()
      if (lease === null) throw new RescanRefusedError({ network: network.id, reason: 'running' })
      const range = nextRange(settings, { fromBlock: next, toBlock })
      const recorded = await rescanRange(context, settings, { lease, range })
      paymentCount += recorded.paymentCount
      unmatchedCount += recorded.unmatchedCount
      onRange?.(range.toBlock)
      next = range.toBlock + 1n
    }
  } finally {
    await keeper.release()
  }
  const unreadableCount = await countUnreadable(context, network.id, { fromBlock, toBlock })
  return { fromBlock, toBlock, paymentCount, unmatchedCount, unreadableCount }
}

/** Returns the name of the lease under which one host reads a network's recorded blocks again, for a command or an API call. */
export function rescanLease(network: string): string {
  return `rescan:${network}`
}

import { RescanRefusedError } from '../rescans/rescanRefusedError.ts'
import { createLeaseKeeper } from '../scheduling/leaseKeeper.ts'
import type { Holder } from '../scheduling/leases.ts'
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
  /** Payments that had not been recorded; the merchant was notified of each, as of any other. */
  paymentCount: number
  /** Payments of these blocks whose receipt no node could return this time either. */
  unreadableCount: number
}

/**
 * Reads the blocks of a network from `fromBlock` to its cursor once more and records missing payments. It is for an
 * operator who has found a node that delivers blocks that others could not. The cursor stays, the network's watcher may
 * run at the same time, and recorded payments are skipped, so repeating it is harmless. `onRange` is called for each
 * finished range.
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
  const keeper = createLeaseKeeper(context, rescanLease(network.id), holder, { looksOnce: true })
  const toBlock = cursor.blockNumber
  let paymentCount = 0
  try {
    for (let next = fromBlock; next <= toBlock; ) {
      const lease = await keeper.hold()
      if (lease === null) throw new RescanRefusedError({ network: network.id, reason: 'running' })
      const range = nextRange(settings, { fromBlock: next, toBlock })
      const recorded = await rescanRange(context, settings, { lease, range })
      paymentCount += recorded.paymentCount
      onRange?.(range.toBlock)
      next = range.toBlock + 1n
    }
  } finally {
    await keeper.release()
  }
  const unreadableCount = await countUnreadable(context, network.id, { fromBlock, toBlock })
  return { fromBlock, toBlock, paymentCount, unreadableCount }
}

/** The lease under which one host reads a network's recorded blocks again, by command or by call. */
export function rescanLease(network: string): string {
  return `rescan:${network}`
}

import { BaseError } from '@secure-payment/core'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { RECEIPT_UNREADABLE } from '../payments/detectedPayment.ts'
import { createLeaseKeeper } from '../scheduling/leaseKeeper.ts'
import type { Holder } from '../scheduling/leases.ts'
import { readCursor } from './cursorRows.ts'
import { paymentFilter } from './paymentFilter.ts'
import { recordRange } from './recordRange.ts'

/** Why blocks are not read again, and what to do. */
const REFUSALS = {
  not_served: ['is not served by this host', 'Name a network of PAY_NETWORKS.'],
  no_block: ['needs the number of a block to begin at', 'Give it in decimal digits.'],
  not_recorded: [
    'has nothing recorded from that block on',
    'Name an earlier block: what comes after the recorded ones is for the watcher.',
  ],
  running: ['is being read again already', 'Wait until that has ended; after a crash, 15 seconds.'],
} as const

/** The blocks of a network cannot be read again. */
export class RescanRefusedError extends BaseError {
  readonly code = 'rescan_refused'
  readonly kind = 'conflict'
  readonly reason: keyof typeof REFUSALS

  constructor(facts: { network: string; reason: keyof typeof REFUSALS }) {
    const [what, hint] = REFUSALS[facts.reason]
    super(`The network ${JSON.stringify(facts.network)} ${what}.`, { hint })
    this.reason = facts.reason
  }
}

/** What reading recorded blocks again has found. */
export type Rescanned = {
  fromBlock: bigint
  toBlock: bigint
  /** Payments that had not been recorded; each was told to the merchant like any other. */
  paymentCount: number
  /** Payments of these blocks whose receipt no node could give this time either. */
  unreadableCount: number
}

/**
 * Reads the blocks of a network from `fromBlock` to its cursor once more and records what is missing: for an operator who has found a
 * node that delivers what others could not. The cursor stays, the network's watcher may run meanwhile, and payments that are known
 * are passed over, so repeating it is harmless. `onRange` hears of each range that is done.
 *
 * @throws RescanRefusedError, ChainUnavailableError; what was recorded before stays
 */
export async function rescanNetwork(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config' | 'chains' | 'log'>,
  { network, finality }: Pick<NetworkConfig, 'network' | 'finality'>,
  options: { fromBlock: bigint; holder: Holder; onRange?: (toBlock: bigint) => void },
): Promise<Rescanned> {
  const { fromBlock, holder, onRange } = options
  const cursor = await readCursor(context, network.id)
  if (cursor === null || fromBlock > cursor.blockNumber) {
    throw new RescanRefusedError({ network: network.id, reason: 'not_recorded' })
  }
  const client = context.chains.get(network.id)
  const filter = paymentFilter(network)
  const keeper = createLeaseKeeper(context, `rescan:${network.id}`, holder)
  const toBlock = cursor.blockNumber
  let paymentCount = 0
  try {
    for (let next = fromBlock; next <= toBlock; ) {
      const lease = await keeper.hold()
      if (lease === null) throw new RescanRefusedError({ network: network.id, reason: 'running' })
      const widest = next + BigInt(network.maxLogRange) - 1n
      const range = { fromBlock: next, toBlock: widest < toBlock ? widest : toBlock }
      const { logs } = await client.getLogs(range, filter, { confirmedBy: finality })
      const recorded = await recordRange(context, client, { lease, logs, cursor: null })
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

async function countUnreadable(
  { db }: Pick<Context, 'db'>,
  network: string,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('unmatched_payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('reason', '=', RECEIPT_UNREADABLE)
    .where('block_number', '>=', fromBlock)
    .where('block_number', '<=', toBlock)
    .executeTakeFirstOrThrow()
  return Number(count)
}

import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Lease } from '../leases/leases.ts'
import { UNREADABLE } from '../settlement/detectedPayment.ts'
import type { StatePatience } from './createStatePatience.ts'
import { notationOf } from './notationOf.ts'
import { paymentFilter } from './paymentFilter.ts'
import { type RecordedRange, recordRange } from './recordRange.ts'

/** The dependencies for reading blocks again. */
export type RescanContext = Pick<
  Context,
  'db' | 'now' | 'clock' | 'random' | 'config' | 'chains' | 'log' | 'prices'
>

/** The network, and the rule by which a block counts as confirmed. */
export type RescanSettings = Pick<NetworkConfig, 'network' | 'finality'>

/** Blocks from the first to the last one, both included. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint }

/** Returns the widest range that one step may read, from `fromBlock` to at most `toBlock`. */
export function nextRange(
  { network }: Pick<RescanSettings, 'network'>,
  { fromBlock, toBlock }: BlockRange,
): BlockRange {
  const widest = fromBlock + BigInt(network.maxLogRange) - 1n
  return { fromBlock, toBlock: widest < toBlock ? widest : toBlock }
}

/**
 * Reads one range of recorded blocks again and records missing payments. Known payments are skipped. `txHashes` are the hashes of all
 * transactions in the range that called a payment contract, in their stored form.
 *
 * @throws ChainUnavailableError, StaleLeaseError; payments that were recorded before stay
 */
export async function rescanRange(
  context: RescanContext,
  { network, finality }: RescanSettings,
  { lease, range, patience }: { lease: Lease; range: BlockRange; patience?: StatePatience },
): Promise<RecordedRange & { txHashes: ReadonlySet<string> }> {
  const client = context.chains.get(network.id)
  const { logs } = await client.getLogs(range, paymentFilter(network), { confirmedBy: finality })
  const recorded = await recordRange(context, client, { lease, logs, cursor: null, patience })
  const { txHash } = notationOf(network)
  return { ...recorded, txHashes: new Set(logs.map((log) => txHash(log.transactionHash))) }
}

/** Counts payments in these blocks for which no node returned a receipt or a rate. */
export async function countUnreadable(
  { db }: Pick<Context, 'db'>,
  network: string,
  { fromBlock, toBlock }: BlockRange,
): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('unmatched_payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('reason', 'in', UNREADABLE)
    .where('block_number', '>=', fromBlock)
    .where('block_number', '<=', toBlock)
    .executeTakeFirstOrThrow()
  return Number(count)
}

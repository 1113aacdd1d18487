import { ChainUnavailableError } from '../chains/errors.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import { assertLease, type Holder, type Lease, StaleLeaseError } from '../leases/leases.ts'
import { RescanRefusedError } from '../rescans/rescanRefusedError.ts'
import { createStatePatience } from './createStatePatience.ts'
import { readCursor } from './cursorRows.ts'
import { rescanLease } from './rescanNetwork.ts'
import {
  countUnreadable,
  nextRange,
  type RescanContext,
  type RescanSettings,
  rescanRange,
} from './rescanRange.ts'

/** The maximum number of hashes per statement, far below the parameter limits of both engines. */
const HASHES_A_READ = 500

/** The number of consecutive failed steps after which a rescan fails; with a job's pauses, this takes a few minutes. */
export const MAX_FAILURES = 100

/** Executes an operator's rescans of one network in bounded steps, on one host at a time. */
export type Rescanner = {
  /** Starts a rescan, or reads the current rescan's next range. `more` means that another step is waiting. */
  step(): Promise<{ more: boolean }>
  /** Releases the lease, so that another host can continue immediately. */
  release(): Promise<void>
}

/**
 * Creates a network's rescanner. Progress is in the rescan's row, so that another host, or this one after a crash,
 * continues from there. A range whose progress was not stored is read again; its payments still count once. A rescan that no node can serve
 * eventually fails, so that it does not block the next one. `onEvents` is called after a commit that wrote webhook events.
 */
export function createRescanner(
  context: RescanContext,
  settings: RescanSettings,
  hooks: { holder: Holder; onEvents: () => void },
): Rescanner {
  const { network } = settings
  const keeper = createLeaseKeeper(context, rescanLease(network.id), hooks.holder)
  /** Whether another host may have recorded the payments in the next range without counting them. */
  let isUncertain = true
  let failures = 0
  const patience = createStatePatience()

  async function advance(lease: Lease, rescan: Row<'rescans'>): Promise<{ more: boolean }> {
    if (rescan.to_block === null) return begin(context, rescan)
    if (rescan.next_block > rescan.to_block) return end(context, rescan, rescan.to_block)
    const range = nextRange(settings, { fromBlock: rescan.next_block, toBlock: rescan.to_block })
    const recorded = await rescanRange(context, settings, { lease, range, patience })
    const found = isUncertain
      ? await countFound(context, rescan, [...recorded.txHashes])
      : recorded.paymentCount
    await context.db.transaction(async (tx) => {
      await assertLease(tx, context.db.dialect, lease)
      await saveProgress(tx, rescan, {
        next_block: range.toBlock + 1n,
        payment_count: rescan.payment_count + found,
      })
    })
    isUncertain = false
    if (recorded.eventCount > 0) hooks.onEvents()
    return { more: true }
  }

  return {
    async step() {
      const rescan = await findOpen(context, network.id)
      if (rescan === undefined) {
        await keeper.release()
        return { more: false }
      }
      const lease = await keeper.hold()
      if (lease === null) {
        isUncertain = true
        return { more: false }
      }
      try {
        const step = await advance(lease, rescan)
        failures = 0
        return step
      } catch (error) {
        isUncertain = true
        if (error instanceof ChainUnavailableError) {
          failures += 1
          if (failures < MAX_FAILURES) throw error
          failures = 0
          return fail(context, rescan, error)
        }
        if (!(error instanceof StaleLeaseError)) throw error
        keeper.drop()
        return { more: false }
      }
    },
    release: keeper.release,
  }
}

function findOpen(
  { db }: Pick<RescanContext, 'db'>,
  network: string,
): Promise<Row<'rescans'> | undefined> {
  return db.kysely
    .selectFrom('rescans')
    .selectAll()
    .where('status', 'in', ['pending', 'running'])
    .where('network', '=', network)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The rescan reads the blocks that are recorded now; the watcher reads later blocks. */
async function begin(
  context: Pick<RescanContext, 'db' | 'now'>,
  rescan: Row<'rescans'>,
): Promise<{ more: boolean }> {
  const cursor = await readCursor(context, rescan.network)
  const { kysely } = context.db
  if (cursor === null || rescan.from_block > cursor.blockNumber) {
    const refusal = new RescanRefusedError({ network: rescan.network, reason: 'not_recorded' })
    return fail(context, rescan, refusal)
  }
  await saveProgress(kysely, rescan, { status: 'running', to_block: cursor.blockNumber })
  return { more: true }
}

async function fail(
  context: Pick<RescanContext, 'db' | 'now'>,
  rescan: Row<'rescans'>,
  { message }: Error,
): Promise<{ more: boolean }> {
  const ended_at = context.now().toISOString()
  const outcome = { status: 'failed', failure: message, ended_at } as const
  await saveProgress(context.db.kysely, rescan, outcome)
  return { more: true }
}

async function end(
  context: Pick<RescanContext, 'db' | 'now' | 'log'>,
  rescan: Row<'rescans'>,
  toBlock: bigint,
): Promise<{ more: boolean }> {
  const { network, from_block: fromBlock } = rescan
  const unreadable_count = await countUnreadable(context, network, { fromBlock, toBlock })
  const ended_at = context.now().toISOString()
  await saveProgress(context.db.kysely, rescan, { status: 'done', unreadable_count, ended_at })
  context.log.info(
    {
      network,
      rescanId: rescan.id,
      fromBlock: String(fromBlock),
      toBlock: String(toBlock),
      paymentCount: rescan.payment_count,
      unreadableCount: unreadable_count,
    },
    'Rescanned recorded blocks',
  )
  return { more: true }
}

/** Counts the payments in these transactions that were recorded since the rescan was requested. */
async function countFound(
  { db }: Pick<RescanContext, 'db'>,
  rescan: Row<'rescans'>,
  txHashes: readonly string[],
): Promise<number> {
  let found = 0
  for (let start = 0; start < txHashes.length; start += HASHES_A_READ) {
    const { count } = await db.kysely
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('network', '=', rescan.network)
      .where('tx_hash', 'in', txHashes.slice(start, start + HASHES_A_READ))
      .where('detected_at', '>=', rescan.created_at)
      .executeTakeFirstOrThrow()
    found += Number(count)
  }
  return found
}

async function saveProgress(
  kysely: Pick<Tx, 'updateTable'>,
  { id }: Row<'rescans'>,
  progress: Partial<Row<'rescans'>>,
): Promise<void> {
  await kysely.updateTable('rescans').set(progress).where('id', '=', id).execute()
}

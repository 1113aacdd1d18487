import type { ChainClient, LogFilter } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Lease } from '../leases/leases.ts'
import { createStatePatience } from './createStatePatience.ts'
import { recordRange } from './recordRange.ts'

/**
 * Reads recorded blocks a second time, a few minutes later and from another node if there is one. A node whose log index is behind its
 * blocks returns a range without some of its logs, and without an error.
 */
export type BlockAudit = {
  /** Audits at most one range, if it is due. Returns the number of resulting webhook events, normally 0. */
  run(
    lease: Lease,
    recordedTo: bigint,
    options?: { isSparing: boolean },
  ): Promise<{ eventCount: number }>
}

export const AUDIT_INTERVAL_MS = 5 * 60_000

/**
 * Creates a network's audit. The audit's progress is stored, so that a restart neither skips nor repeats blocks. The audit needs one
 * interval of watching to determine which blocks are old enough.
 */
export function createBlockAudit(
  context: Pick<Context, 'chains' | 'db' | 'now' | 'random' | 'config' | 'log' | 'prices'>,
  client: ChainClient,
  filter: LogFilter,
): BlockAudit {
  /** The last block that was recorded at the beginning of the interval, which is therefore old enough at its end. */
  let dueTo: bigint | null = null
  let nextRunMs = Number.NEGATIVE_INFINITY
  const patience = createStatePatience()

  return {
    async run(lease, recordedTo, { isSparing } = { isSparing: false }) {
      const nowMs = context.now().getTime()
      // A clock that was set back must not delay the audit.
      if (nowMs < nextRunMs && nextRunMs - nowMs <= AUDIT_INTERVAL_MS) return { eventCount: 0 }
      const stored = await readAudited(context, client.network.id)
      // The watcher went back, so the blocks that replace audited blocks must be audited too.
      if (stored > recordedTo) await saveAudited(context, client.network.id, recordedTo)
      const before = min(stored, recordedTo)
      const oldEnough = min(dueTo ?? before, recordedTo)
      const end = min(oldEnough, before + BigInt(client.network.maxLogRange))
      if (end <= before) {
        dueTo = recordedTo
        nextRunMs = nowMs + AUDIT_INTERVAL_MS
        return { eventCount: 0 }
      }
      const range = { fromBlock: before + 1n, toBlock: end }
      const { logs } = await client.getLogs(range, filter, { isSecondRead: true, isSparing })
      const { paymentCount, eventCount } = await recordRange(context, client, {
        lease,
        logs,
        cursor: null,
        patience,
      })
      if (paymentCount > 0) {
        const facts = { network: client.network.id, paymentCount }
        context.log.error(facts, 'Found payments that a node had omitted')
      }
      await saveAudited(context, client.network.id, end)
      return { eventCount }
    },
  }
}

/** Reads the audit's progress; before its first run, the block at which watching began. */
async function readAudited(context: Pick<Context, 'db'>, network: string): Promise<bigint> {
  const { audited_number: audited } = await context.db.kysely
    .selectFrom('chain_cursors')
    .select('audited_number')
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  if (audited !== null) return audited
  const first = await context.db.kysely
    .selectFrom('block_checkpoints')
    .select('block_number')
    .where('network', '=', network)
    .orderBy('block_number')
    .limit(1)
    .executeTakeFirstOrThrow()
  return first.block_number
}

async function saveAudited(
  context: Pick<Context, 'db'>,
  network: string,
  audited: bigint,
): Promise<void> {
  await context.db.kysely
    .updateTable('chain_cursors')
    .set({ audited_number: audited })
    .where('network', '=', network)
    .execute()
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Policy } from './policy.ts'
import { type Draw, type Grant, takePermits, type Usage } from './takePermits.ts'
import { formatUsage, parseUsage } from './usageText.ts'

/** Draws from a key's shared allowance. Rejects with the database's error. */
export type Draws = (key: string, policy: Policy, draw: Omit<Draw, 'nowMs'>) => Promise<Grant>

/** The maximum number of draws that share one transaction. */
const MAX_BATCH = 100
/** The maximum number of draws that wait while the database does not respond. */
const MAX_WAITING = 10_000

type Waiting = {
  key: string
  policy: Policy
  draw: Omit<Draw, 'nowMs'>
  resolve(grant: Grant): void
  reject(error: unknown): void
}

/** Opens the shared allowances. Draws that arrive during a write share the next transaction. */
export function createDraws(context: Pick<Context, 'db' | 'now'>): Draws {
  const queue: Waiting[] = []
  let isWriting = false

  async function write(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      try {
        const grants = await context.db.transaction((tx) => drawAll(context, tx, batch))
        for (const [index, grant] of grants.entries()) batch[index]?.resolve(grant)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return (key, policy, draw) =>
    new Promise((resolve, reject) => {
      if (queue.length >= MAX_WAITING) {
        reject(new DatabaseUnavailableError({ operation: 'count so many calls' }))
        return
      }
      queue.push({ key, policy, draw, resolve, reject })
      void write()
    })
}

async function drawAll(
  context: Pick<Context, 'now'>,
  tx: Tx,
  batch: readonly Waiting[],
): Promise<Grant[]> {
  // The order is the same on every host, so that two hosts never deadlock over rows.
  const keys = [...new Set(batch.map(({ key }) => key))].sort()
  const usages = await lockRows(context, tx, keys)
  // Reads the clock only now, after the wait for the rows.
  const nowMs = context.now().getTime()
  const grants = batch.map(({ key, policy, draw }) => {
    const grant = takePermits(usages.get(key) ?? parseUsage(''), policy, { ...draw, nowMs })
    usages.set(key, grant.usage)
    return grant
  })
  await saveRows(context, tx, usages)
  return grants
}

/** Reads rows for writing, and inserts missing ones, because a missing row cannot be locked. */
async function lockRows(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  keys: readonly string[],
): Promise<Map<string, Usage>> {
  const updated_at = now().toISOString()
  const rows = await tx
    .insertInto('rate_limits')
    .values(keys.map((key) => ({ key, counts: '', updated_at })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ updated_at }))
    .returning(['key', 'counts'])
    .execute()
  return new Map(rows.map(({ key, counts }) => [key, parseUsage(counts)]))
}

async function saveRows(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  usages: ReadonlyMap<string, Usage>,
): Promise<void> {
  const updated_at = now().toISOString()
  const rows = [...usages].map(([key, usage]) => ({ key, counts: formatUsage(usage), updated_at }))
  await tx
    .insertInto('rate_limits')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({ counts: row.ref('excluded.counts'), updated_at })),
    )
    .execute()
}

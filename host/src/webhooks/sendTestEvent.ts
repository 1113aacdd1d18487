import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { orderedUlids } from '../orderedUlids.ts'
import { announceDeliveries } from './announceDeliveries.ts'
import { waitingDelivery } from './emit.ts'

/** Longer than a try's deadline and the time before it on a host with slots to spare. */
const MAX_WAIT_MS = 20_000
const FIRST_POLL_MS = 25
const MAX_POLL_MS = 250

/**
 * Writes a test event to the outbox of endpoints, like a real one, and waits for its deliveries: at most 20 s, or until
 * this host stops. Deliveries that no sender has begun by then are cancelled. Returns how many endpoints accepted it
 * and how many did not.
 */
export async function sendTestEvent(
  context: Pick<Context, 'db' | 'now' | 'random' | 'signal'>,
  event: Row<'events'>,
  endpointIds: readonly string[],
): Promise<{ sent: number; failed: number }> {
  const ids = orderedUlids(context, endpointIds.length)
  const deliveries = endpointIds.map((endpointId, index) =>
    waitingDelivery(event, { id: ids[index] ?? '', endpointId }),
  )
  await context.db.transaction(async (tx) => {
    await tx.insertInto('events').values(event).execute()
    await tx.insertInto('webhook_deliveries').values(deliveries).execute()
  })
  announceDeliveries(context)
  await untilTried(context, ids)
  await cancelWaiting(context, ids)
  const { sent } = await context.db.kysely
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<string | number>().as('sent'))
    .where('id', 'in', ids)
    .where('status', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return { sent: Number(sent), failed: ids.length - Number(sent) }
}

async function untilTried(
  { db, signal }: Pick<Context, 'db' | 'signal'>,
  ids: readonly string[],
): Promise<void> {
  const deadlineMs = performance.now() + MAX_WAIT_MS
  let restMs = FIRST_POLL_MS
  while (!signal.aborted && performance.now() < deadlineMs) {
    // Ends early when the host stops.
    await delay(restMs, undefined, { signal }).catch(() => undefined)
    restMs = Math.min(restMs * 2, MAX_POLL_MS)
    const waiting = await db.kysely
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'pending')
      .limit(1)
      .execute()
    if (waiting.length === 0) return
  }
}

/** One that is being tried ends by its try. */
async function cancelWaiting(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  await db.kysely
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', completed_at: now().toISOString() })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .where('lease_until', 'is', null)
    .execute()
}

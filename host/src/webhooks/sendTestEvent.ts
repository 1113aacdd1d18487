import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { withUlids } from '../withUlids.ts'
import { announceDeliveries } from './announceDeliveries.ts'
import { waitingDelivery } from './emit.ts'

/** The maximum wait: longer than an attempt and the time until it starts on a host with free slots. */
const MAX_WAIT_MS = 20_000
const FIRST_POLL_MS = 25
const MAX_POLL_MS = 250

/**
 * Writes a test event to the endpoints' outbox, like a real event; without endpoints, it only stores the event. Waits for the event's
 * deliveries for at most 20 s, or until this host stops, and then cancels those that have not begun. Returns the number of endpoints that
 * accepted the event, and the number of those that did not.
 */
export async function sendTestEvent(
  context: Pick<Context, 'db' | 'now' | 'random' | 'signal'>,
  event: Row<'events'>,
  endpointIds: readonly string[],
): Promise<{ sent: number; failed: number }> {
  const deliveries = withUlids(context, endpointIds).map(({ id, item: endpointId }) =>
    waitingDelivery(event, { id, endpointId }),
  )
  const ids = deliveries.map(({ id }) => id)
  await context.db.transaction(async (tx) => {
    await tx.insertInto('events').values(event).execute()
    if (deliveries.length > 0) {
      await tx.insertInto('webhook_deliveries').values(deliveries).execute()
    }
  })
  if (deliveries.length === 0) return { sent: 0, failed: 0 }
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
    // The wait ends early if the host stops.
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

/** Cancels the deliveries that have not begun; a delivery in progress ends with its attempt. */
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

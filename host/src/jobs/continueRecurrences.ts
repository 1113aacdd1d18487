import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { buildRequestRow } from '../requests/buildRequestRow.ts'
import { identifyPeriod } from '../requests/identifyPeriod.ts'
import { plannedOf } from '../requests/plannedOf.ts'
import { nextOccurrence, readRecurrence } from '../requests/recurrence.ts'
import { withPlan } from '../requests/requestPlan.ts'
import { rereadPaid } from '../rescans/rereadPaid.ts'
import { emit } from '../webhooks/emit.ts'
import type { WebhookEvent } from '../webhooks/webhookEvent.ts'
import { findStoppedRecurrences, type StopReason } from './findStoppedRecurrences.ts'

/** The maximum number of recurring requests that one run continues, each by one period. */
export const MAX_CONTINUED = 100

/**
 * Creates the next request for each recurring invoice whose period has begun, and sends `request.recurring`. One transaction also stores the
 * next period's date.
 *
 * The recurring request's row is the lock: of two hosts, one finds it due, and a killed host leaves it due. The payer owes every
 * period, so the host later creates the periods that began while no host ran, longest overdue first. A run creates one
 * period of at most {@link MAX_CONTINUED} invoices, so that webhook receivers get a steady stream of events. The payer owes no
 * periods while a recurrence is stopped; see `updateRequest`. This function stops a recurrence that must not continue; see
 * `findStoppedRecurrences`.
 */
export async function continueRecurrences(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config' | 'log' | 'sealer'>,
): Promise<{ count: number }> {
  const { db, now } = context
  const dueAt = now().toISOString()
  // This check acquires no writer's lock, because usually nothing is due.
  if ((await selectDue(db.kysely, dueAt).limit(1).execute()).length === 0) return { count: 0 }
  const { count, stopped } = await db.transaction((tx) => continueDue(context, tx, dueAt))
  if (count > 0) context.log.info({ count }, 'Created requests of recurring invoices')
  for (const [requestId, reason] of stopped) {
    context.log.warn({ requestId, reason }, 'Stopped a recurring invoice')
  }
  return { count }
}

type Outcome = { count: number; stopped: ReadonlyMap<string, StopReason> }

async function continueDue(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config' | 'sealer'>,
  tx: Tx,
  dueAt: string,
): Promise<Outcome> {
  const query = selectDue(tx, dueAt).limit(MAX_CONTINUED)
  const found = await (context.db.dialect === 'postgres'
    ? query.forUpdate().skipLocked()
    : query
  ).execute()
  const stopped = await findStoppedRecurrences(context, tx, found)
  await stop(context, tx, [...stopped.keys()])
  const due = found.filter(({ id }) => !stopped.has(id))
  if (due.length === 0) return { count: 0, stopped }
  const rows = due.map((original) => buildNext(context, original))
  // If the clock was set back, a period's request may exist already.
  const inserted = await tx
    .insertInto('requests')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const fresh = new Set(inserted.map(({ id }) => id))
  const events = due.flatMap((original, index): WebhookEvent<'request.recurring'>[] => {
    const row = rows[index]
    if (row === undefined || !fresh.has(row.id)) return []
    return [{ type: 'request.recurring', request: withPlan(row), original }]
  })
  await rereadPaid(
    tx,
    context,
    events.map(({ request }) => request),
  )
  for (const original of due) {
    await tx
      .updateTable('requests')
      .set({ next_recurrence_at: afterThis(original) })
      .where('id', '=', original.id)
      .execute()
  }
  await emit(tx, context, events)
  return { count: events.length, stopped }
}

/** Stops recurrences as the merchant's own call does, so that the merchant can resume them. */
async function stop(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  requestIds: readonly string[],
): Promise<void> {
  if (requestIds.length === 0) return
  await tx
    .updateTable('requests')
    .set({
      is_recurrence_stopped: 1,
      next_recurrence_at: null,
      updated_at: now().toISOString(),
    })
    .where('id', 'in', requestIds)
    .execute()
}

function selectDue(tx: Tx | Context['db']['kysely'], dueAt: string) {
  return tx
    .selectFrom('requests')
    .selectAll()
    .where('next_recurrence_at', '<=', dueAt)
    .orderBy('next_recurrence_at')
    .orderBy('id')
}

/** Builds an unpaid request for the same amount and payee, with a separate id and reference. */
function buildNext(
  context: Pick<Context, 'now' | 'random' | 'sealer'>,
  original: Row<'requests'>,
): Row<'requests'> {
  return buildRequestRow(context, plannedOf(original), {
    tenantId: original.tenant_id,
    clientId: original.client_id,
    origin: original.origin,
    reference: original.reference,
    now: context.now(),
    identity: identifyPeriod(
      context,
      original,
      new Date(original.next_recurrence_at ?? context.now()),
    ),
    payer: original.payer,
    customerInfo: original.customer_info,
    order: original.order_details,
    isCryptoToFiatAllowed: original.is_crypto_to_fiat_allowed === 1,
    original: { requestId: original.id, paymentReference: original.payment_reference },
    eventSequence: 1,
  })
}

function afterThis(original: Row<'requests'>): string | null {
  const recurrence = readRecurrence(original)
  if (recurrence === null || original.next_recurrence_at === null) return null
  return nextOccurrence(recurrence, new Date(original.next_recurrence_at)).toISOString()
}

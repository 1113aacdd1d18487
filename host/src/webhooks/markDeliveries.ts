import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NewRow } from '../db/schema.ts'
import { orderedUlids } from '../orderedUlids.ts'
import type { Tried } from './deliver.ts'

/**
 * Tries of one delivery that are kept, the newest ones: a run of the schedule has 13, and a merchant may request a
 * delivery again any number of times. The log of a page of deliveries is read as a whole.
 */
const MAX_KEPT_TRIES = 50

/**
 * Stores a group of tries in one transaction: a log row each and the deliveries' new state. A host that dies before
 * this sends again when the lease ends: at least once, with the same event id and bytes.
 *
 * A 410 disables its endpoint, records the reason there, and cancels its other waiting deliveries. Returns the ids of
 * such endpoints.
 */
export async function markDeliveries(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  tries: readonly Tried[],
): Promise<readonly string[]> {
  if (tries.length === 0) return []
  const rows = attemptRows(context, tries)
  return context.db.transaction(async (tx) => {
    await updateDeliveries(context, tx, tries)
    await tx.insertInto('webhook_attempts').values(rows).execute()
    await dropOldTries(tx, tries)
    const disabled: string[] = []
    for (const { next, claim } of tries) {
      if (next.kind !== 'gone') continue
      if (await disableEndpoint(context, tx, claim)) disabled.push(claim.endpointId)
    }
    return disabled
  })
}

/** The number of a try counts those before it. */
async function dropOldTries(tx: Tx, tries: readonly Tried[]): Promise<void> {
  for (const { deliveryId, attempt } of tries.map(({ claim }) => claim)) {
    if (attempt < MAX_KEPT_TRIES) continue
    await tx
      .deleteFrom('webhook_attempts')
      .where('delivery_id', '=', deliveryId)
      .where('attempt', '<=', attempt - MAX_KEPT_TRIES)
      .execute()
  }
}

/** The log rows of tries. */
function attemptRows(
  context: Pick<Context, 'now' | 'random'>,
  tries: readonly Tried[],
): NewRow<'webhook_attempts'>[] {
  const ids = orderedUlids(context, tries.length)
  return tries.map((tried, index) => ({
    id: ids[index] ?? '',
    delivery_id: tried.claim.deliveryId,
    attempt: tried.claim.attempt,
    started_at: tried.startedAt.toISOString(),
    duration_ms: tried.durationMs,
    response_status: tried.responseStatus,
    response_body: withoutNul(tried.responseBody),
    error: withoutNul(tried.error),
  }))
}

/** The record of a delivery's last try, besides the response: its destination and the request around the body. */
function requestText({ claim, headers }: Tried): string {
  return JSON.stringify({ url: claim.url, headers })
}

async function updateDeliveries(
  context: Pick<Context, 'now'>,
  tx: Tx,
  tries: readonly Tried[],
): Promise<void> {
  const nowIso = context.now().toISOString()
  const rows = tries.map((tried) => {
    const state = stateOf(tried, nowIso)
    return sql`(
      cast(${tried.claim.deliveryId} as text), cast(${state.status} as text),
      cast(${tried.claim.attempt + 1} as integer), cast(${state.dueAt} as text),
      cast(${state.completedAt} as text), cast(${tried.responseStatus} as integer),
      cast(${withoutNul(tried.error)} as text), cast(${requestText(tried)} as text), cast(${tried.claim.leaseUntil} as text))`
  })
  // Only rows that still wait: a delivery that was cancelled since stays cancelled. A failure reported after another
  // claim holds the delivery must not affect the try that is under way in its place; a success ends the delivery under
  // any holder. The cast keeps SQLite from indexing the tries and walking all pending deliveries to look each up among
  // them.
  await sql`
    with tried (id, status, attempt, due_at, completed_at, response_status, error, request, lease_until)
      as (values ${sql.join(rows)})
    update webhook_deliveries set
      status = tried.status, attempt = tried.attempt, due_at = coalesce(tried.due_at, webhook_deliveries.due_at),
      lease_until = null, completed_at = tried.completed_at,
      last_response_status = tried.response_status, last_error = tried.error, last_request = tried.request
    from tried where webhook_deliveries.id = cast(tried.id as text) and webhook_deliveries.status = 'pending'
      and (tried.status = 'delivered'
        or (webhook_deliveries.attempt = tried.attempt - 1 and webhook_deliveries.lease_until = tried.lease_until))`.execute(
    tx,
  )
}

function stateOf(
  { next }: Tried,
  nowIso: string,
): { status: string; dueAt: string | null; completedAt: string | null } {
  switch (next.kind) {
    case 'delivered':
      return { status: 'delivered', dueAt: null, completedAt: nowIso }
    case 'retry':
      return { status: 'pending', dueAt: new Date(next.dueAtMs).toISOString(), completedAt: null }
    case 'dead':
    case 'gone':
      return { status: 'dead', dueAt: null, completedAt: nowIso }
  }
}

/** The reason stored with an endpoint that the service switched off. */
export const GONE = 'The receiver answered 410 Gone.'

/** Switches an endpoint off, unless it has moved to another URL since; returns whether it was on. */
async function disableEndpoint(
  context: Pick<Context, 'now'>,
  tx: Tx,
  { endpointId, url }: Tried['claim'],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ is_active: 0, disabled_reason: GONE })
    .where('id', '=', endpointId)
    .where('url', '=', url)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', completed_at: context.now().toISOString(), lease_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', sql.lit('pending'))
    .execute()
  return true
}

/** PostgreSQL's text holds no NUL. */
function withoutNul(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '\ufffd')
}

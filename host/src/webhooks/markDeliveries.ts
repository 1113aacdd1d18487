import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NewRow } from '../db/schema.ts'
import { withUlids } from '../withUlids.ts'
import type { Tried } from './deliver.ts'
import { noticeOutages } from './noticeOutages.ts'

/**
 * The maximum number of stored attempts per delivery, newest first: the schedule has 13, and merchants may redeliver any number of times.
 * The attempts for a whole page of deliveries are read at once.
 */
const MAX_KEPT_TRIES = 50

/**
 * Stores a group of attempts in one transaction: a log row per attempt and the deliveries' new state. If a host is killed before the
 * commit, the delivery is sent again after the lease, with the same event id and bytes.
 *
 * A 410 response disables the endpoint, stores the reason with it, and cancels its other waiting deliveries. Returns the ids of the
 * disabled endpoints.
 */
export async function markDeliveries(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  tries: readonly Tried[],
): Promise<readonly string[]> {
  if (tries.length === 0) return []
  const rows = attemptRows(context, tries)
  return context.db.transaction(async (tx) => {
    // Locks endpoints before deliveries, as an endpoint's removal does, to prevent deadlocks.
    const disabled = await disableEndpoints(tx, tries)
    await noticeOutages(tx, context, tries, disabled)
    await updateDeliveries(context, tx, tries)
    await tx.insertInto('webhook_attempts').values(rows).execute()
    await dropOldTries(tx, tries)
    await cancelWaiting(context, tx, disabled)
    return disabled
  })
}

/** Deletes each delivery's attempts beyond {@link MAX_KEPT_TRIES}, oldest first; an attempt's number is the count of earlier attempts. */
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

/** Builds the log rows of attempts. */
function attemptRows(
  context: Pick<Context, 'now' | 'random'>,
  tries: readonly Tried[],
): NewRow<'webhook_attempts'>[] {
  return withUlids(context, tries).map(({ id, item: tried }) => ({
    id,
    delivery_id: tried.claim.deliveryId,
    attempt: tried.claim.attempt,
    started_at: tried.startedAt.toISOString(),
    duration_ms: tried.durationMs,
    response_status: tried.responseStatus,
    response_body: withoutNul(tried.responseBody),
    error: withoutNul(tried.error),
    tenant_id: tried.claim.tenantId,
  }))
}

/** Returns an attempt's request as JSON: the URL and the headers, without the signatures and the body. */
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
  // Updates only waiting rows, so a delivery that has been cancelled stays cancelled. A failure reported after another claim must not
  // affect the new attempt; a success ends the delivery under any claim. The cast prevents SQLite from indexing the attempts and
  // scanning all pending deliveries.
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

/** The reason stored with an endpoint that the service disabled. */
export const GONE = 'The receiver returned 410 Gone.'

/** Disables the endpoints that returned 410, unless their URL has changed, in a fixed order. Returns the ids of those that were enabled. */
async function disableEndpoints(tx: Tx, tries: readonly Tried[]): Promise<readonly string[]> {
  const gone = tries
    .filter(({ next }) => next.kind === 'gone')
    .map(({ claim }) => claim)
    .toSorted((one, other) => (one.endpointId < other.endpointId ? -1 : 1))
  const disabled: string[] = []
  for (const { endpointId, url } of gone) {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoints')
      .set({ is_active: 0, disabled_reason: GONE })
      .where('id', '=', endpointId)
      .where('url', '=', url)
      .where('is_active', '=', 1)
      .executeTakeFirst()
    if (numUpdatedRows !== 0n) disabled.push(endpointId)
  }
  return disabled
}

async function cancelWaiting(
  context: Pick<Context, 'now'>,
  tx: Tx,
  endpointIds: readonly string[],
): Promise<void> {
  for (const endpointId of endpointIds) {
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled', completed_at: context.now().toISOString(), lease_until: null })
      .where('endpoint_id', '=', endpointId)
      .where('status', '=', sql.lit('pending'))
      .execute()
  }
}

/** PostgreSQL's text type cannot contain NUL. */
function withoutNul(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '\ufffd')
}

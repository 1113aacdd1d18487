import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { orderedUlids } from '../orderedUlids.ts'
import type { Tried } from './deliver.ts'

/**
 * Stores a group of tries in one transaction: a log row each and the deliveries' new state. A host that dies before
 * this sends again when the lease ends: at least once, with the same event id and bytes.
 *
 * A 410 disables its endpoint and cancels what else waits for it.
 */
export async function markDeliveries(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  tries: readonly Tried[],
): Promise<void> {
  if (tries.length === 0) return
  const ids = orderedUlids(context, tries.length)
  await context.db.transaction(async (tx) => {
    await updateDeliveries(context, tx, tries)
    await tx
      .insertInto('webhook_attempts')
      .values(
        tries.map((tried, index) => ({
          id: ids[index] ?? '',
          delivery_id: tried.claim.deliveryId,
          attempt: tried.claim.attempt,
          started_at: tried.startedAt.toISOString(),
          duration_ms: tried.durationMs,
          response_status: tried.responseStatus,
          response_body: withoutNul(tried.responseBody),
          error: withoutNul(tried.error),
        })),
      )
      .execute()
    for (const tried of tries) {
      if (tried.next.kind === 'gone') await disableEndpoint(context, tx, tried.claim.endpointId)
    }
  })
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
      cast(${withoutNul(tried.error)} as text))`
  })
  // Only rows that still wait: a delivery cancelled meanwhile stays cancelled.
  await sql`
    with tried (id, status, attempt, due_at, completed_at, response_status, error)
      as (values ${sql.join(rows)})
    update webhook_deliveries set
      status = tried.status, attempt = tried.attempt, due_at = coalesce(tried.due_at, webhook_deliveries.due_at),
      lease_until = null, completed_at = tried.completed_at,
      last_response_status = tried.response_status, last_error = tried.error
    from tried where webhook_deliveries.id = tried.id and webhook_deliveries.status = 'pending'`.execute(
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

async function disableEndpoint(
  context: Pick<Context, 'now'>,
  tx: Tx,
  endpointId: string,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ is_active: 0 })
    .where('id', '=', endpointId)
    .execute()
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', completed_at: context.now().toISOString(), lease_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', sql.lit('pending'))
    .execute()
}

/** PostgreSQL's text holds no NUL. */
function withoutNul(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '\ufffd')
}

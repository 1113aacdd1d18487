import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { WebhookNotFoundError } from './errors.ts'

type List = typeof api.webhooks.deliveries
type Delivery = Output<List>['deliveries'][number]

const DEFAULT_LIMIT = 50

/** Lists what was sent to an endpoint, newest first, with every try. */
export async function listDeliveries(
  context: Pick<Context, 'db'>,
  { params, query, caller }: Call<List>,
): Promise<Output<List>> {
  await requireEndpoint(context, params.webhookId, caller.tenantId)
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  let select = context.db.kysely
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select('events.type as event_type')
    .where('endpoint_id', '=', params.webhookId)
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(limit + 1)
  if (query.before !== undefined) select = select.where('webhook_deliveries.id', '<', query.before)
  if (query.status !== undefined) select = select.where('status', '=', query.status)
  const rows = await select.execute()
  const page = rows.slice(0, limit)
  const attempts = await loadAttempts(
    context,
    page.map((row) => row.id),
  )
  return {
    deliveries: page.map((row) => describeDelivery(row, attempts)),
    nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

async function requireEndpoint(
  { db }: Pick<Context, 'db'>,
  webhookId: string,
  tenantId: string,
): Promise<void> {
  if (!isUlid(webhookId)) throw new WebhookNotFoundError()
  const found = await db.kysely
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', webhookId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (found === undefined) throw new WebhookNotFoundError()
}

async function loadAttempts(
  { db }: Pick<Context, 'db'>,
  deliveryIds: readonly string[],
): Promise<Row<'webhook_attempts'>[]> {
  if (deliveryIds.length === 0) return []
  return db.kysely
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('attempt')
    .execute()
}

function describeDelivery(
  row: Row<'webhook_deliveries'> & { event_type: string },
  attempts: readonly Row<'webhook_attempts'>[],
): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event_type,
    requestId: row.request_id,
    status: row.status,
    createdAt: row.created_at,
    dueAt: row.status === 'pending' ? row.due_at : null,
    completedAt: row.completed_at,
    attempts: attempts
      .filter((attempt) => attempt.delivery_id === row.id)
      .map((attempt) => ({
        attempt: attempt.attempt,
        startedAt: attempt.started_at,
        durationMs: attempt.duration_ms,
        responseStatus: attempt.response_status,
        responseBody: attempt.response_body,
        error: attempt.error,
      })),
  }
}

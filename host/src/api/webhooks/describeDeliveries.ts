import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { isRequestId } from '../../requests/isRequestId.ts'

type Delivery = Output<typeof api.webhooks.deliveries>['deliveries'][number]

/** A delivery's row, with the fields of its event in the log. */
export type DeliveryRow = Row<'webhook_deliveries'> & { event_type: string; is_test: number }

/** Describes deliveries in the API's format, with all attempts, oldest first. */
export async function describeDeliveries(
  context: Pick<Context, 'db'>,
  rows: readonly DeliveryRow[],
): Promise<Delivery[]> {
  const attempts = await loadAttempts(
    context,
    rows.map((row) => row.id),
  )
  return rows.map((row) => describeDelivery(row, attempts.get(row.id) ?? []))
}

/** Describes one delivery in the API's format. */
function describeDelivery(
  row: DeliveryRow,
  attempts: readonly Row<'webhook_attempts'>[],
): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event_type,
    // The subject of an event may also be a payer or a link.
    requestId: isRequestId(row.request_id) ? row.request_id : null,
    isTest: row.is_test === 1,
    status: row.status,
    replays: row.replays,
    createdAt: row.created_at,
    dueAt: row.status === 'pending' ? row.due_at : null,
    completedAt: row.completed_at,
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      startedAt: attempt.started_at,
      durationMs: attempt.duration_ms,
      responseStatus: attempt.response_status,
      responseBody: attempt.response_body,
      error: attempt.error,
    })),
  }
}

async function loadAttempts(
  { db }: Pick<Context, 'db'>,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, Row<'webhook_attempts'>[]>> {
  if (deliveryIds.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('delivery_id')
    .orderBy('attempt')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.delivery_id)
}

import type { api, Output } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeDeliveries } from './describeDeliveries.ts'
import { requireEndpoint } from './requireEndpoint.ts'

type List = typeof api.webhooks.deliveries

const DEFAULT_LIMIT = 50

/**
 * Lists an endpoint's deliveries, newest first, with every attempt.
 *
 * @throws WebhookNotFoundError
 */
export async function listDeliveries(
  context: Pick<Context, 'db'>,
  { params, query, caller }: Call<List>,
): Promise<Output<List>> {
  const endpoint = await requireEndpoint(context, params.webhookId, caller.tenantId)
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  let select = deliveriesOf(context, query.requestId)
    .selectAll('webhook_deliveries')
    .select(['events.type as event_type', 'events.is_test'])
    .where('endpoint_id', '=', endpoint.id)
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(limit + 1)
  if (query.before !== undefined) select = select.where('webhook_deliveries.id', '<', query.before)
  // A literal, so that the database uses the index of dead deliveries.
  if (query.status !== undefined) select = select.where('status', '=', sql.lit(query.status))
  const rows = await select.execute()
  const page = rows.slice(0, limit)
  return {
    deliveries: await describeDeliveries(context, page),
    nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Selects all deliveries, or those about one request: SQLite then begins with the request's few events. */
function deliveriesOf({ db: { kysely } }: Pick<Context, 'db'>, requestId: string | undefined) {
  if (requestId === undefined) {
    return kysely
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
  }
  return kysely
    .selectFrom('events')
    .crossJoin('webhook_deliveries')
    .whereRef('webhook_deliveries.event_id', '=', 'events.id')
    .where('events.request_id', '=', requestId)
}

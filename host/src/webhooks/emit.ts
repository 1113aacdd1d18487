import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { orderedUlids } from '../orderedUlids.ts'
import { type PaymentEvent, paymentEventBody } from './paymentEventBody.ts'
import { type RevokedEvent, revokedEventBody } from './revokedEventBody.ts'

/** Everything that the host tells. */
export type WebhookEvent = PaymentEvent | RevokedEvent

/**
 * Writes events and one delivery for each endpoint that wants them, in the transaction that changed the requests: an
 * event exists exactly when its cause does. The stored body is what is signed and sent, byte for byte.
 */
export async function emit(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'config'>,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return
  const createdAt = context.now().toISOString()
  const endpoints = await findEndpoints(tx, events)
  const eventIds = orderedUlids(context, events.length)
  const eventRows = events.map((event, index): Row<'events'> => {
    const id = eventIds[index] ?? ''
    return {
      id,
      tenant_id: event.request.tenant_id,
      request_id: event.request.id,
      client_id: event.request.client_id,
      type: event.type,
      sequence: event.request.event_sequence,
      body: JSON.stringify(bodyOf(context, id, event)),
      created_at: createdAt,
      is_test: 0,
    }
  })
  const wanted = eventRows.flatMap((event) =>
    endpoints.filter((endpoint) => wants(endpoint, event)).map((endpoint) => ({ event, endpoint })),
  )
  const deliveryIds = orderedUlids(context, wanted.length)
  const deliveries = wanted.map(
    ({ event, endpoint }, index): Row<'webhook_deliveries'> => ({
      id: deliveryIds[index] ?? '',
      event_id: event.id,
      endpoint_id: endpoint.id,
      request_id: event.request_id,
      sequence: event.sequence,
      status: 'pending',
      attempt: 0,
      due_at: createdAt,
      lease_until: null,
      created_at: createdAt,
      completed_at: null,
      last_response_status: null,
      last_error: null,
      schedule_start: 0,
      replays: 0,
    }),
  )
  for (const rows of inChunks(eventRows)) await tx.insertInto('events').values(rows).execute()
  for (const rows of inChunks(deliveries)) {
    await tx.insertInto('webhook_deliveries').values(rows).execute()
  }
}

function bodyOf(context: Pick<Context, 'now' | 'config'>, eventId: string, event: WebhookEvent) {
  return event.type === 'payment.failed'
    ? revokedEventBody(context, eventId, event)
    : paymentEventBody(context, eventId, event)
}

type Endpoint = {
  id: string
  tenantId: string
  clientId: string | null
  types: readonly string[] | null
}

/** Rows of one statement, far under both engines' limits of parameters. */
const ROWS_A_STATEMENT = 500

async function findEndpoints(
  tx: Tx,
  events: readonly WebhookEvent[],
): Promise<readonly Endpoint[]> {
  const tenants = [...new Set(events.map((event) => event.request.tenant_id))]
  const endpoints: Endpoint[] = []
  for (const some of inChunks(tenants)) {
    const rows = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'tenant_id', 'client_id', 'events'])
      .where('tenant_id', 'in', some)
      .where('is_active', '=', 1)
      .orderBy('id')
      .execute()
    for (const row of rows) {
      endpoints.push({
        id: row.id,
        tenantId: row.tenant_id,
        clientId: row.client_id,
        types: row.events === null ? null : parseTypes(row.events),
      })
    }
  }
  return endpoints
}

/** An endpoint gets its tenant's events: those of its client ID when it is scoped, of the types it chose. */
function wants(endpoint: Endpoint, event: Row<'events'>): boolean {
  if (endpoint.tenantId !== event.tenant_id) return false
  if (endpoint.clientId !== null && endpoint.clientId !== event.client_id) return false
  return endpoint.types === null || endpoint.types.includes(event.type)
}

function parseTypes(json: string): readonly string[] {
  const types: unknown = JSON.parse(json)
  return Array.isArray(types) ? types.filter((type) => typeof type === 'string') : []
}

function* inChunks<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += ROWS_A_STATEMENT) {
    yield items.slice(at, at + ROWS_A_STATEMENT)
  }
}

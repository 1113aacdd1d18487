import type { WebhookCompatibility } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import type { Row } from '../db/schema.ts'
import { addNotices } from '../notices/addNotices.ts'
import { withUlids } from '../withUlids.ts'
import { fitBody, levelOf } from './compatibility.ts'
import { copiesOf } from './copiesOf.ts'
import { eventBody } from './eventBodies.ts'
import { identifyEvents } from './identifyEvents.ts'
import { noticeEvents } from './noticeEvents.ts'
import type { WebhookEvent } from './webhookEvent.ts'

/**
 * Writes events, a delivery per subscribed endpoint, and members' notices, in the transaction that changed the events' subject. An
 * event therefore exists if and only if its cause does. The stored body is signed and sent byte for byte.
 *
 * An event's id is derived from its content, so an event that already exists is neither written nor sent again.
 *
 * An event whose body cannot be written must not undo its cause or block other events. The deliveries of such an event are therefore dead
 * at once, with the reason in their log.
 */
export async function emit(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'config'>,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return
  const createdAt = context.now().toISOString()
  const { endpoints, levels } = await findReceivers(tx, context, events)
  const all = (await identifyEvents(tx, events)).map(({ id, event }) => {
    const level = levels.get(subjectOf(event).tenant_id) ?? 'none'
    const { body, error } = writeBody(context, id, { event, level })
    return { level, row: eventRow(event, { id, body, createdAt }), error, event }
  })
  const fresh = await insertEvents(
    tx,
    all.map(({ row }) => row),
  )
  const written = all.filter(({ row }) => fresh.has(row.id))
  await addNotices(
    tx,
    context,
    written.flatMap(({ row, event }) => noticeEvents(row.id, event)),
  )
  const copies = written.flatMap(({ row, level, event, error }) =>
    error === null ? copiesOf(row, level, event) : [],
  )
  const freshCopies = await insertEvents(tx, copies)
  const wanted = [
    ...written,
    ...copies.filter(({ id }) => freshCopies.has(id)).map((row) => ({ row, error: null })),
  ].flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event.row))
      .map((endpoint) => ({ event, endpoint })),
  )
  const deliveries: Row<'webhook_deliveries'>[] = []
  const failures: Row<'webhook_attempts'>[] = []
  for (const { id, item } of withUlids(context, wanted)) {
    const { event, endpoint } = item
    const delivery = waitingDelivery(event.row, { id, endpointId: endpoint.id })
    deliveries.push(
      event.error === null ? delivery : { ...delivery, ...dead(delivery, event.error) },
    )
    if (event.error !== null) failures.push(failedAttempt(event.row, delivery, event.error))
  }
  for (const rows of inChunks(deliveries)) {
    await tx.insertInto('webhook_deliveries').values(rows).execute()
  }
  for (const rows of inChunks(failures)) {
    await tx.insertInto('webhook_attempts').values(rows).execute()
  }
}

/** Inserts events and returns the ids of the new ones. */
async function insertEvents(
  tx: Tx,
  events: readonly Row<'events'>[],
): Promise<ReadonlySet<string>> {
  const fresh = new Set<string>()
  for (const rows of inChunks(events)) {
    const inserted = await tx
      .insertInto('events')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
    for (const { id } of inserted) fresh.add(id)
  }
  return fresh
}

/** The stored body of an event whose body could not be written; this body is never sent. */
export const UNWRITABLE_BODY = ''

function writeBody(
  context: Pick<Context, 'now' | 'config'>,
  eventId: string,
  { event, level }: { event: WebhookEvent; level: WebhookCompatibility },
): { body: string; error: string | null } {
  try {
    return { body: JSON.stringify(fitBody(level, eventBody(context, eventId, event))), error: null }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { body: UNWRITABLE_BODY, error: `The event could not be written: ${reason}` }
  }
}

/** Returns the columns that identify an event's subject; an endpoint receives a request's events in the order of `sequence`. */
function subjectOf(
  event: WebhookEvent,
): Pick<Row<'events'>, 'tenant_id' | 'request_id' | 'client_id' | 'sequence'> {
  if ('payer' in event) {
    const { id, tenant_id, event_sequence } = event.payer
    return { tenant_id, request_id: id, client_id: null, sequence: event_sequence }
  }
  if ('securePayment' in event) {
    const { token, tenant_id, client_id, event_sequence } = event.securePayment
    return { tenant_id, request_id: token, client_id, sequence: event_sequence }
  }
  const { id, tenant_id, event_sequence } = event.request
  // A client ID's endpoints receive its payments' refund events, although the client ID may not read the requests that pay the refunds.
  const { client_id } = 'refund' in event ? event.refund : event.request
  return { tenant_id, request_id: id, client_id, sequence: event_sequence }
}

function eventRow(
  event: WebhookEvent,
  { id, body, createdAt }: { id: string; body: string; createdAt: string },
): Row<'events'> {
  return {
    id,
    ...subjectOf(event),
    type: event.type,
    body,
    created_at: createdAt,
    is_test: 0,
    retracted_at: null,
  }
}

/** Builds a delivery of an event that is due at once. */
export function waitingDelivery(
  event: Row<'events'>,
  { id, endpointId }: { id: string; endpointId: string },
): Row<'webhook_deliveries'> {
  return {
    id,
    event_id: event.id,
    endpoint_id: endpointId,
    request_id: event.request_id,
    sequence: event.sequence,
    status: 'pending',
    attempt: 0,
    due_at: event.created_at,
    lease_until: null,
    created_at: event.created_at,
    completed_at: null,
    last_response_status: null,
    last_error: null,
    schedule_start: 0,
    replays: 0,
    last_request: null,
  }
}

function dead(
  { created_at }: Row<'webhook_deliveries'>,
  error: string,
): Partial<Row<'webhook_deliveries'>> {
  return { status: 'dead', attempt: 1, completed_at: created_at, last_error: error }
}

/** Builds the log row of a delivery that was not sent and has no response; the row has the delivery's id. */
function failedAttempt(
  { tenant_id }: Row<'events'>,
  { id, created_at }: Row<'webhook_deliveries'>,
  error: string,
): Row<'webhook_attempts'> {
  return {
    id,
    delivery_id: id,
    attempt: 0,
    started_at: created_at,
    duration_ms: 0,
    response_status: null,
    response_body: null,
    error,
    tenant_id,
  }
}

type Endpoint = {
  id: string
  tenantId: string
  clientId: string | null
  types: readonly string[] | null
}

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/** Reads the active endpoints of the events' tenants, and each tenant's compatibility level. */
async function findReceivers(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  events: readonly WebhookEvent[],
): Promise<{
  endpoints: readonly Endpoint[]
  levels: ReadonlyMap<string, WebhookCompatibility>
}> {
  const tenants = [...new Set(events.map((event) => subjectOf(event).tenant_id))]
  const endpoints: Endpoint[] = []
  const levels = new Map<string, WebhookCompatibility>()
  for (const some of inChunks(tenants)) {
    const rows = await tx
      .selectFrom('tenants as tenant')
      .leftJoin('webhook_endpoints as endpoint', (join) =>
        join.onRef('endpoint.tenant_id', '=', 'tenant.id').on('endpoint.is_active', '=', 1),
      )
      .select([
        'tenant.id as tenantId',
        'tenant.webhook_compatibility as level',
        'endpoint.id as id',
        'endpoint.client_id as clientId',
        'endpoint.events as types',
      ])
      .where('tenant.id', 'in', some)
      .orderBy('endpoint.id')
      .execute()
    for (const { id, level, types, ...row } of rows) {
      levels.set(row.tenantId, levelOf(config, level))
      if (id === null) continue
      endpoints.push({ id, ...row, types: types === null ? null : parseStoredList(types) })
    }
  }
  return { endpoints, levels }
}

/** An endpoint gets its tenant's events: only those of its client ID if it has one, and only its chosen types if it chose any. */
function wants(endpoint: Endpoint, event: Row<'events'>): boolean {
  if (endpoint.tenantId !== event.tenant_id) return false
  if (endpoint.clientId !== null && endpoint.clientId !== event.client_id) return false
  return endpoint.types === null || endpoint.types.includes(event.type)
}

function* inChunks<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += ROWS_A_STATEMENT) {
    yield items.slice(at, at + ROWS_A_STATEMENT)
  }
}

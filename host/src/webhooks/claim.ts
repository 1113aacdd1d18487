import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import { levelOf, signatureAliases } from './compatibility.ts'
import type { DueEndpoint, FullPlaces } from './createDeliverySlots.ts'
import type { SealedSecrets } from './createSecretOpener.ts'

/** A delivery that only this host processes until its lease ends. */
export type Claim = {
  deliveryId: string
  endpointId: string
  tenantId: string
  requestId: string
  /** The number of this attempt, from 0. */
  attempt: number
  /**
   * The end of this claim's lease. A failure counts even after this time, unless the delivery was claimed again.
   */
  leaseUntil: string | null
  /** The number of the attempt that began the current run of the schedule. */
  scheduleStart: number
  eventId: string
  /** The time of the event. */
  eventCreatedAt: string
  /** The stored bytes to sign and send. */
  body: string
  url: string
  secrets: SealedSecrets
  /** The endpoint's additional names for the signature header. */
  aliases: readonly string[]
  /** Whether the event is a test of the endpoint. */
  isTest: boolean
  /** Whether a caller requested the delivery again. */
  isReplay: boolean
}

/**
 * The duration of a claim's lease. The lease is longer than an attempt and the update of its row. It is short enough for another host to
 * continue a killed host's work soon.
 */
export const DELIVERY_LEASE_MS = 30_000
/** A later event waits for at most this number of attempts at an earlier one: about 20 s of the schedule. */
const ORDERED_TRIES = 4
/** The maximum number of endpoints per round; the next round continues after them. */
export const MAX_ENDPOINTS_A_ROUND = 256

/**
 * Finds at most 256 endpoints with due deliveries after `afterId`, in id order, except endpoints that may not receive an attempt now. The
 * query needs one index probe per endpoint, regardless of the number of waiting deliveries.
 */
export async function findDueEndpoints(
  context: Pick<Context, 'db' | 'now'>,
  afterId: string,
  full: FullPlaces,
): Promise<readonly DueEndpoint[]> {
  const rows = await context.db.kysely
    .selectFrom('webhook_endpoints')
    .select(['id as endpointId', 'tenant_id as tenantId'])
    .where('is_active', '=', 1)
    .where('id', '>', afterId)
    .$if(full.tenants.length > 0, (select) => select.where('tenant_id', 'not in', full.tenants))
    .$if(full.endpoints.length > 0, (select) => select.where('id', 'not in', full.endpoints))
    .$if(full.slowTenants.length > 0, (select) =>
      select.where(({ or, eb }) =>
        or([
          eb('tenant_id', 'not in', full.slowTenants),
          ...(full.quickEndpoints.length > 0 ? [eb('id', 'in', full.quickEndpoints)] : []),
        ]),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.endpoint_id', '=', 'webhook_endpoints.id')
          .where('webhook_deliveries.status', '=', sql.lit('pending'))
          .where('webhook_deliveries.due_at', '<=', context.now().toISOString()),
      ),
    )
    .orderBy('id')
    .limit(MAX_ENDPOINTS_A_ROUND)
    .execute()
  return rows
}

/**
 * Claims due deliveries, oldest first, up to each endpoint's own limit. A claim moves `due_at` to the end of its lease. Claimed rows
 * therefore leave the index range that the next claim reads, and become due again if the claiming host is killed.
 *
 * Per request, an endpoint has one delivery in flight at a time, in the order of the events. A later event stops waiting once the earlier
 * one has failed {@link ORDERED_TRIES} times. A receiver that rejects one event type therefore still gets the others.
 */
export async function claim(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  limits: readonly { endpointId: string; limit: number }[],
): Promise<readonly Claim[]> {
  if (limits.length === 0) return []
  return context.db.transaction(async (tx) => {
    const ids: string[] = []
    for (const { endpointId, limit } of limits) {
      ids.push(...(await leaseRows(context, tx, endpointId, limit)))
    }
    return ids.length === 0 ? [] : readClaims(context, tx, ids)
  })
}

async function leaseRows(
  context: Pick<Context, 'db' | 'now'>,
  tx: Tx,
  endpointId: string,
  limit: number,
): Promise<string[]> {
  const now = context.now().toISOString()
  const leaseUntil = new Date(context.now().getTime() + DELIVERY_LEASE_MS).toISOString()
  const lock = context.db.dialect === 'postgres' ? sql`for update of due skip locked` : sql``
  // `|| ''` prevents PostgreSQL, before its first ANALYZE, from reading all of an endpoint's rows for each due row.
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries set due_at = ${leaseUntil}, lease_until = ${leaseUntil}
    where id in (
      select due.id from webhook_deliveries as due
      where due.endpoint_id = ${endpointId} and due.status = 'pending' and due.due_at <= ${now}
        and not exists (
          select 1 from webhook_deliveries as earlier
          where earlier.request_id = due.request_id and earlier.endpoint_id || '' = due.endpoint_id
            and earlier.status = 'pending' and earlier.sequence < due.sequence
            and (earlier.attempt - earlier.schedule_start < ${ORDERED_TRIES} or earlier.lease_until > ${now})
        )
        and not exists (
          select 1 from webhook_deliveries as busy
          where busy.request_id = due.request_id and busy.endpoint_id || '' = due.endpoint_id
            and busy.status = 'pending' and busy.sequence > due.sequence and busy.lease_until > ${now}
        )
      order by due.due_at limit ${limit} ${lock}
    ) returning id`.execute(tx)
  return rows.map((row) => row.id)
}

async function readClaims(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  ids: readonly string[],
): Promise<Claim[]> {
  const rows = await tx
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', 'event.id', 'delivery.event_id')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .leftJoin('tenants as tenant', 'tenant.id', 'endpoint.tenant_id')
    .select([
      'delivery.id as deliveryId',
      'delivery.endpoint_id as endpointId',
      'delivery.request_id as requestId',
      'delivery.attempt as attempt',
      'delivery.lease_until as leaseUntil',
      'delivery.schedule_start as scheduleStart',
      'delivery.replays as replays',
      'event.id as eventId',
      'event.created_at as eventCreatedAt',
      'event.body as body',
      'event.is_test as isTest',
      'endpoint.tenant_id as tenantId',
      'endpoint.url as url',
      'endpoint.secret as current',
      'endpoint.pending_secret as pending',
      'endpoint.previous_secret as previous',
      'endpoint.previous_expires_at as previousExpiresAt',
      'endpoint.signature_header_aliases as aliases',
      'tenant.webhook_compatibility as level',
    ])
    .where('delivery.id', 'in', ids)
    .orderBy('delivery.id')
    .execute()
  return rows.map(({ current, pending, previous, previousExpiresAt, level, ...row }) => ({
    ...row,
    secrets: { current, pending, previous, previousExpiresAt },
    aliases: signatureAliases(levelOf(config, level), parseStoredList(row.aliases)),
    isTest: row.isTest === 1,
    isReplay: row.replays > 0,
  }))
}

import { createUlid } from '@secure-payment/core'
import { MAX_REDELIVERIES } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { UNWRITABLE_BODY } from './emit.ts'
import { takeUpAgain } from './takeUpAgain.ts'

/**
 * The finished deliveries of an endpoint to send again. Times are ISO 8601 with milliseconds; null for no bound.
 */
export type Redelivery = {
  endpointId: string
  status: 'dead' | 'delivered' | 'cancelled'
  /** Only deliveries created at this time or later. */
  from: string | null
  /** Only deliveries created before this time. */
  to: string | null
}

/**
 * A successfully redelivered delivery is omitted for this time, because otherwise redelivering all delivered ones would never end.
 */
const REPLAYED_REST_MS = 3_600_000
/** Remaining deliveries are counted up to this number. */
const MAX_COUNTED = 100_000
/** The maximum difference between the time in a delivery's id and its `created_at`. */
const ID_SLACK_MS = 60_000

/**
 * Makes the oldest matching deliveries due now, at most {@link MAX_REDELIVERIES} per call and at most `limit`, and counts the remaining
 * ones. Tests, and events that were retracted or could not be written, are omitted. The endpoint's limit of concurrent attempts determines
 * how fast the host sends them.
 */
export async function redeliverMany(
  context: Pick<Context, 'db' | 'now'>,
  which: Redelivery,
  limit: number = MAX_REDELIVERIES,
): Promise<{ count: number; remaining: number }> {
  const count = await context.db.transaction(async (tx) => {
    const rows = await selectFitting(tx, context, which)
      .orderBy('delivery.id')
      .limit(Math.min(limit, MAX_REDELIVERIES))
      .execute()
    return takeUpAgain(
      tx,
      context,
      rows.map((row) => row.id),
    )
  })
  const { remaining } = await context.db.kysely
    .selectFrom(selectFitting(context.db.kysely, context, which).limit(MAX_COUNTED).as('fitting'))
    .select(({ fn }) => fn.countAll().as('remaining'))
    .executeTakeFirstOrThrow()
  return { count, remaining: Number(remaining) }
}

function selectFitting(
  db: Pick<Tx, 'selectFrom'>,
  context: Pick<Context, 'now'>,
  { endpointId, status, from, to }: Redelivery,
) {
  let select = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', 'event.id', 'delivery.event_id')
    .select('delivery.id')
    .where('delivery.endpoint_id', '=', endpointId)
    // A literal, so that the database uses the index of dead deliveries.
    .where('delivery.status', '=', sql.lit(status))
    .where('event.is_test', '=', 0)
    .where('event.retracted_at', 'is', null)
    .where('event.body', '<>', UNWRITABLE_BODY)
  // Ids begin with their time, and the index is in their order.
  if (from !== null) {
    const first = createUlid(Math.max(0, Date.parse(from) - ID_SLACK_MS), LOWEST)
    select = select.where('delivery.created_at', '>=', from).where('delivery.id', '>=', first)
  }
  if (to !== null) {
    const last = createUlid(Math.max(0, Date.parse(to) + ID_SLACK_MS), HIGHEST)
    select = select.where('delivery.created_at', '<', to).where('delivery.id', '<=', last)
  }
  if (status === 'delivered') {
    const before = new Date(context.now().getTime() - REPLAYED_REST_MS).toISOString()
    select = select.where(({ or, eb }) =>
      or([eb('delivery.replays', '=', 0), eb('delivery.completed_at', '<', before)]),
    )
  }
  return select
}

const LOWEST = new Uint8Array(10)
const HIGHEST = new Uint8Array(10).fill(0xff)

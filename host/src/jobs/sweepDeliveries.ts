import type { Context } from '../context.ts'

/** The maximum number of deliveries per run, so that the writer is never locked for long. */
export const DELIVERIES_A_RUN = 1_000
const DAY_MS = 86_400_000
/** The number of days for which the daily counters of the relayer's gas are kept. */
const SPENDING_DAYS = 90

/**
 * Deletes old completed webhook deliveries with their attempts and test events, and old daily counters; `more` is true
 * if some are left. Payment events and unsent deliveries stay.
 */
export async function sweepDeliveries({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<{ more: boolean }> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString()
  await db.kysely.deleteFrom('relay_spending').where('day', '<', daysAgo(SPENDING_DAYS)).execute()
  const { keepDeliveriesDays } = config.retention
  if (keepDeliveriesDays === null) return { more: false }
  return db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('webhook_deliveries')
      .select(['id', 'event_id'])
      .where('completed_at', '<', daysAgo(keepDeliveriesDays))
      .where('status', '!=', 'pending')
      .limit(DELIVERIES_A_RUN)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { more: false }
    await tx.deleteFrom('webhook_attempts').where('delivery_id', 'in', ids).execute()
    // The status is checked again: a delivery that a caller has requested again in the meantime must still be sent.
    await tx
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', ids)
      .where('status', '!=', 'pending')
      .execute()
    await tx
      .deleteFrom('events')
      .where(
        'id',
        'in',
        rows.map((row) => row.event_id),
      )
      .where('is_test', '=', 1)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_deliveries')
              .select('webhook_deliveries.id')
              .whereRef('webhook_deliveries.event_id', '=', 'events.id'),
          ),
        ),
      )
      .execute()
    return { more: ids.length === DELIVERIES_A_RUN }
  })
}

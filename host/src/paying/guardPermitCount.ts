import type { SelectQueryBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row, Schema } from '../db/schema.ts'
import { PermitNotRelayedError, TooManyPermitsError } from '../permits/errors.ts'

/** The maximum number of permits for one secure payment, across all of its attempts, because the service pays the gas. */
const MAX_PER_PAYMENT = 5
const HOUR_MS = 3_600_000

/**
 * Limits the permits that are sent: per payment, and per hour for one merchant and for all merchants together. Concurrent calls may
 * count at the same moment, so slightly more permits than allowed may be sent. Anyone can become a merchant, and all merchants share the
 * account's coins. Permits that cost gas therefore have a limit over all merchants.
 *
 * @throws PermitNotRelayedError, TooManyPermitsError
 */
export async function guardPermitCount(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { token, tenant_id }: { token: string; tenant_id: string },
): Promise<void> {
  const nowMs = now().getTime()
  const hourAgo = new Date(nowMs - HOUR_MS).toISOString()
  const permits = tx.selectFrom('permits').select('created_at').orderBy('created_at', 'desc')
  const ofPayment = permits.where('token', '=', token)
  const ofMerchant = permits.where('tenant_id', '=', tenant_id).where('created_at', '>', hourAgo)
  const ofAll = permits.where('created_at', '>', hourAgo).where('status', 'in', ['due', 'sent'])
  if ((await findFullSince(ofPayment, MAX_PER_PAYMENT)) !== null) {
    throw new PermitNotRelayedError({ problem: 'too_many' })
  }
  const hourly = [
    [ofMerchant, config.relayPermitsHourly],
    [ofAll, config.relayPermitsHourlyTotal],
  ] as const
  for (const [query, most] of hourly) {
    const fullSinceMs = most === 0 ? nowMs : await findFullSince(query, most)
    if (fullSinceMs === null) continue
    const retryAfterS = Math.ceil((fullSinceMs + HOUR_MS - nowMs) / 1_000)
    throw new TooManyPermitsError({ retryAfterS })
  }
}

/** Returns the time at which the oldest of the newest `most` permits was submitted, in ms since the epoch; null while there are fewer. */
async function findFullSince(
  newestFirst: SelectQueryBuilder<Schema, 'permits', Pick<Row<'permits'>, 'created_at'>>,
  most: number,
): Promise<number | null> {
  const row = await newestFirst
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : Date.parse(row.created_at)
}

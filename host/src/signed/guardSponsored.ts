import { type Kysely, sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import type { Schema } from '../db/schema.ts'
import { NotSponsoredError, TooManySponsoredError } from './errors.ts'
import type { SignedRow } from './signedRows.ts'

/** The maximum number of signatures for one request, however many of them end unused. */
const MAX_PER_REQUEST = 5
const HOUR_MS = 3_600_000

/** The key of the advisory lock around counting: "sponsor" in ASCII. */
const LOCK_KEY = 0x73706f6e736f72n

/**
 * Prevents concurrent calls from counting the same signed payments: the lock is held until the commit. SQLite has a single writer and needs
 * no lock.
 */
export async function lockLimits(tx: Tx, dialect: Database['dialect']): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
}

/** The columns of a signed payment that limits count. */
export type Counted = Pick<
  SignedRow,
  'request_id' | 'tenant_id' | 'client_id' | 'payer' | 'network' | 'cost_gwei'
>

/**
 * Limits the signed payments that the service accepts: per request; per hour for the service, a merchant, a client ID and a payer; and the
 * coins that they may cost per hour on a network. Each counts from the moment at which it is stored, whether or not it is sent.
 * Only a caller that holds the lock of {@link lockLimits} counts exactly.
 *
 * @throws NotSponsoredError, TooManySponsoredError
 */
export async function guardSponsored(
  tx: Kysely<Schema>,
  { config, now }: Pick<Context, 'config' | 'now'>,
  row: Counted,
): Promise<void> {
  const nowMs = now().getTime()
  const { sponsor } = config
  const newest = tx.selectFrom('signed_payments').select('created_at').orderBy('created_at', 'desc')
  const hourly = newest.where('created_at', '>', new Date(nowMs - HOUR_MS).toISOString())
  const findFullSince = async (query: typeof newest, most: number): Promise<number | null> => {
    if (most === 0) return nowMs
    const found = await query
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    return found === undefined ? null : Date.parse(found.created_at)
  }
  const ofRequest = newest.where('request_id', '=', row.request_id)
  if ((await findFullSince(ofRequest, MAX_PER_REQUEST)) !== null) {
    throw new NotSponsoredError({ problem: 'too_many' })
  }
  const limits = [
    [hourly, sponsor.hourlyTotal],
    [hourly.where('tenant_id', '=', row.tenant_id), sponsor.hourly],
    [hourly.where('payer', '=', row.payer), sponsor.hourlyOfPayer],
  ] as const
  for (const [query, most] of limits) refuse(await findFullSince(query, most), nowMs)
  if (row.client_id !== null) {
    const ofClient = hourly.where('client_id', '=', row.client_id)
    refuse(await findFullSince(ofClient, sponsor.hourlyOfClientId), nowMs)
  }
  await guardCoins(tx, { config, nowMs }, row)
}

function refuse(fullSinceMs: number | null, nowMs: number): void {
  if (fullSinceMs === null) return
  throw new TooManySponsoredError({
    retryAfterS: Math.max(1, Math.ceil((fullSinceMs + HOUR_MS - nowMs) / 1_000)),
  })
}

async function guardCoins(
  tx: Kysely<Schema>,
  { config, nowMs }: { config: Pick<Config, 'networks'>; nowMs: number },
  { network, cost_gwei }: Counted,
): Promise<void> {
  const most = config.networks.find((served) => served.network.id === network)?.sponsorHourlyGwei
  if (most === undefined || most === null) return
  const { spent, first } = await tx
    .selectFrom('signed_payments')
    .select([
      sql<number | bigint | string | null>`sum(cost_gwei)`.as('spent'),
      sql<string | null>`min(created_at)`.as('first'),
    ])
    .where('network', '=', network)
    .where('created_at', '>', new Date(nowMs - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow()
  if (BigInt(spent ?? 0) + cost_gwei <= most) return
  refuse(first === null ? nowMs : Date.parse(first), nowMs)
}

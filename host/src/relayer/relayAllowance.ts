import { type RawBuilder, sql } from 'kysely'
import { BOOTSTRAP_TENANT_ID } from '../auth/bootstrap.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'

/** The merchant for whom the gas is spent, and the credential that created the paid work. */
export type Spender = {
  tenantId: string
  /** The `cli_…` value of the client ID that created the payout or the request; null for another credential. */
  clientId: string | null
}

/** Every relayed payment uses more gas than this; with less left, a merchant's payments wait for the next day. */
const LEAST_GAS = 80_000n
/** A client ID is public, so payouts created with it may use at most this part of its merchant's gas. */
const CLIENT_ID_SHARE = 4n
/** The key of the row that counts all merchants of a network. */
const ALL = ''
const UNLIMITED = BigInt(Number.MAX_SAFE_INTEGER)

type Settings = Pick<Context, 'config' | 'now'>

/**
 * Returns the SQL condition for a recurring payout (`s` in the statement): the relayer may spend gas for its merchant, who has gas left
 * today. Other payouts wait, and do not use up another merchant's share.
 */
export function hasGasLeft({ config, now }: Settings): RawBuilder<boolean> {
  const day = dayOf(now())
  const { dailyGas, dailyGasTotal } = config.relay
  const own = sql`coalesce(t.relay_daily_gas, cast(${String(dailyGas ?? UNLIMITED)} as bigint))`
  const most = String((dailyGasTotal ?? UNLIMITED) - LEAST_GAS)
  const least = sql`cast(${String(LEAST_GAS)} as bigint)`
  return sql<boolean>`exists (
    select 1 from tenants as t where t.id = s.tenant_id and ${isAllowed(config)} and not exists (
      select 1 from relay_spending as g where g.day = ${day} and g.network = s.network and (
        (g.bucket = s.tenant_id and g.gas > ${own} - ${least})
        or (g.bucket = s.client_id and g.gas > ${own} / ${sql.lit(Number(CLIENT_ID_SHARE))} - ${least})
        or (g.bucket = ${ALL} and g.gas > cast(${most} as bigint)))))`
}

/** Returns whether the relayer spends gas for a merchant at all. */
export async function isRelayAllowed(
  { config, db }: { config: Context['config']; db: Pick<Context['db'], 'kysely'> },
  tenantId: string,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('tenants as t')
    .select('t.id')
    .where('t.id', '=', tenantId)
    .where(isAllowed(config))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the SQL condition that is true for a merchant (`t` in the statement) for whom the relayer may spend gas. */
function isAllowed({ relay }: Context['config']): RawBuilder<boolean> {
  if (relay.for === 'all') return sql<boolean>`1 = 1`
  if (relay.for === 'none') return sql<boolean>`1 = 0`
  return sql<boolean>`(t.is_relay_allowed = 1 or t.id = ${BOOTSTRAP_TENANT_ID})`
}

/** Returns whether the relayer may spend this much gas for a merchant today, without counting it. */
export async function hasGasFor(
  tx: Tx,
  context: Settings & { network: string },
  spending: Spending,
): Promise<boolean> {
  return (await findBuckets(tx, context, spending)) !== null
}

/** The gas of one transaction, and the merchant for whom it is spent. */
type Spending = { spender: Spender; gas: bigint }

/**
 * Counts the gas limit of a transaction that is about to be signed, in the database transaction that stores it. False, without counting,
 * if the merchant may not spend that much today. The count runs under the network's lease, so that no two hosts count at once.
 */
export async function takeGas(
  tx: Tx,
  context: Settings & { network: string },
  spending: Spending,
): Promise<boolean> {
  const buckets = await findBuckets(tx, context, spending)
  if (buckets === null) return false
  const { now, network } = context
  const { gas } = spending
  const day = dayOf(now())
  await tx
    .insertInto('relay_spending')
    .values(buckets.map((bucket) => ({ day, network, bucket, gas })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'network', 'bucket']).doUpdateSet(({ ref }) => ({
        gas: sql<bigint>`${ref('relay_spending.gas')} + ${ref('excluded.gas')}`,
      })),
    )
    .execute()
  return true
}

/** Returns the buckets that count a transaction's gas; null if one of them has too little left today. */
async function findBuckets(
  tx: Tx,
  { config, now, network }: Settings & { network: string },
  { spender, gas }: Spending,
): Promise<readonly string[] | null> {
  const { tenantId, clientId } = spender
  const tenant = await tx
    .selectFrom('tenants as t')
    .select('t.relay_daily_gas')
    .where('t.id', '=', tenantId)
    .where(isAllowed(config))
    .executeTakeFirst()
  if (tenant === undefined) return null
  const own = BigInt(tenant.relay_daily_gas ?? config.relay.dailyGas ?? UNLIMITED)
  const limits = new Map([
    [ALL, config.relay.dailyGasTotal ?? UNLIMITED],
    [tenantId, own],
    ...(clientId === null ? [] : [[clientId, own / CLIENT_ID_SHARE] as const]),
  ])
  const spent = await tx
    .selectFrom('relay_spending')
    .select(['bucket', 'gas'])
    .where('day', '=', dayOf(now()))
    .where('network', '=', network)
    .where('bucket', 'in', [...limits.keys()])
    .execute()
  const spentOf = new Map(spent.map((row) => [row.bucket, BigInt(row.gas)]))
  for (const [bucket, limit] of limits) {
    if ((spentOf.get(bucket) ?? 0n) + gas > limit) return null
  }
  return [...limits.keys()]
}

/** Returns the UTC day of a time. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'yyyy-mm-dd'.length)
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Dollars of this many digits and more are no price of a real token, and would overflow a sum. */
const MAX_DIGITS = 12

/**
 * Marks the requests that pay the merchant's own money out, and stores the payments' totals per quarter of an hour. The
 * requests of payouts that are no link and no schedule were not marked before, so they count as received.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('requests')
    .addColumn('is_payout', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // A host gives up a statement after some seconds; these may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await sql`
    update requests set is_payout = 1
    where recurring_payment_id is not null or secure_payment_token in (
      select token from secure_payments where flow = 'pay')`.execute(db)
  const totals = db.schema
    .createTable('payment_totals')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('is_payout', 'integer', (c) => c.notNull())
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('payment_count', 'bigint', (c) => c.notNull())
    .addColumn('unvalued_count', 'bigint', (c) => c.notNull())
    .addColumn('usd_whole', 'bigint', (c) => c.notNull())
    .addColumn('usd_fraction', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_totals_key', ['tenant_id', 'is_payout', 'bucket'])
  await (isSqlite(db) ? totals.modifyEnd(sql`without rowid`) : totals).execute()
  await addUp(db)
}

/** Adds up the payments so far. */
async function addUp(db: Kysely<unknown>): Promise<void> {
  // Both databases have these functions: the digits on the right are cut off, up to the point.
  const upToPoint = sql`rtrim(amount_in_usd, '0123456789')`
  const whole = sql`case when amount_in_usd like '%.%' then rtrim(${upToPoint}, '.') else amount_in_usd end`
  const fraction = sql`case when amount_in_usd like '%.%' then substr(amount_in_usd, length(${upToPoint}) + 1) else '' end`
  const isValued = sql`amount_in_usd is not null and length(${whole}) <= ${sql.lit(MAX_DIGITS)}`
  await sql`
    insert into payment_totals
      (tenant_id, is_payout, bucket, payment_count, unvalued_count, usd_whole, usd_fraction)
    select tenant_id, is_payout, bucket, count(*), sum(1 - is_valued), sum(usd_whole), sum(usd_fraction)
    from (
      select payments.tenant_id as tenant_id, requests.is_payout as is_payout,
        substr(block_time, 1, 14) || case
          when substr(block_time, 15, 2) < '15' then '00'
          when substr(block_time, 15, 2) < '30' then '15'
          when substr(block_time, 15, 2) < '45' then '30'
          else '45' end as bucket,
        case when ${isValued} then 1 else 0 end as is_valued,
        case when ${isValued} then cast(${whole} as bigint) else 0 end as usd_whole,
        case when ${isValued}
          then cast(substr(${fraction} || '00000000', 1, 8) as bigint)
          else 0 end as usd_fraction
      from payments join requests on requests.id = payments.request_id) as valued
    group by tenant_id, is_payout, bucket`.execute(db)
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Adds the reporting currency of merchant accounts, the worths of payments in the fiat currencies other than the dollar, and the totals
 * of these worths. The worths of earlier payments stay unknown, because no table has the rates of their time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tenants')
    .addColumn('reporting_currency', 'text', (c) => c.notNull().defaultTo('USD'))
    .execute()
  await db.schema.alterTable('payments').addColumn('fiat_worths', 'text').execute()
  const totals = db.schema
    .createTable('fiat_totals')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('is_payout', 'integer', (c) => c.notNull())
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('payment_count', 'bigint', (c) => c.notNull())
    .addColumn('whole', 'bigint', (c) => c.notNull())
    .addColumn('fraction', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('fiat_totals_key', ['tenant_id', 'currency', 'is_payout', 'bucket'])
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await (isSqlite ? totals.modifyEnd(sql`without rowid`) : totals).execute()
}

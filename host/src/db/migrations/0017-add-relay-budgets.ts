import type { Kysely } from 'kysely'

/** Lets the operator say for which merchants the relayer spends gas, and counts what it spends in a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tenants')
    .addColumn('is_relay_allowed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('tenants').addColumn('relay_daily_gas', 'bigint').execute()
  await db.schema
    .createTable('relay_spending')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('gas', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('relay_spending_key', ['day', 'network', 'bucket'])
    .execute()
}

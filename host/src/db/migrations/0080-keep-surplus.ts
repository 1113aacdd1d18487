import type { Kysely } from 'kysely'

/**
 * Adds the decisions of merchants to keep money that may have to go back: a tip, or a credit that the payer agreed to. A decision
 * covers the money that had arrived by then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_surpluses')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('kept_units', 'text', (column) => column.notNull())
    .addColumn('amount_units', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('kept_surpluses_tenant')
    .on('kept_surpluses')
    .columns(['tenant_id', 'decided_at', 'request_id'])
    .execute()
}

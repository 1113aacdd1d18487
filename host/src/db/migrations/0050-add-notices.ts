import type { Kysely } from 'kysely'

/** Adds the notices that members get by e-mail, and the outages of webhook endpoints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull().unique())
    .addColumn('event_id', 'text')
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('told_to', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('notices_due').on('notices').columns(['status', 'id']).execute()
  await db.schema
    .createIndex('notices_tenant')
    .on('notices')
    .columns(['tenant_id', 'kind', 'created_at'])
    .execute()
  await db.schema.createIndex('notices_event').on('notices').column('event_id').execute()
  await db.schema.createIndex('notices_age').on('notices').column('created_at').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('outage_noticed_at', 'text').execute()
}

import type { Kysely } from 'kysely'

/** Adds the outbox of e-mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text')
    .addColumn('cause', 'text', (column) => column.unique())
    .addColumn('sealed_message', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('mails_due').on('mails').columns(['status', 'due_at']).execute()
  await db.schema
    .createIndex('mails_tenant')
    .on('mails')
    .columns(['tenant_id', 'created_at'])
    .execute()
  await db.schema.createIndex('mails_age').on('mails').column('completed_at').execute()
}

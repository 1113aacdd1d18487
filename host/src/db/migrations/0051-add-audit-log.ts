import type { Kysely } from 'kysely'

/** Adds the log of changes of each merchant account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('object_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('audit_log')
      .columns([...columns])
      .execute()
  await index('audit_log_tenant', ['tenant_id', 'id'])
  await index('audit_log_action', ['tenant_id', 'action', 'id'])
  await index('audit_log_actor', ['tenant_id', 'actor_id', 'id'])
  await index('audit_log_age', ['created_at'])
}

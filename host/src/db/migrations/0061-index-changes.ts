import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Lets a host find a merchant's latest changes by an index alone. A request enters its index with its first change, so creating one
 * costs nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A host gives up a statement after some seconds; an index may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await db.schema
    .createIndex('requests_changed')
    .on('requests')
    .columns(['tenant_id', 'updated_at', 'id'])
    .where(sql.ref('updated_at'), '<>', sql.ref('created_at'))
    .execute()
  // A watcher rewrites the rows of its network when it starts.
  await db.schema
    .alterTable('pending_payments')
    .addColumn('tenant_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('pending_payments_tenant')
    .on('pending_payments')
    .columns(['tenant_id', 'seen_at'])
    .execute()
  await db.schema.alterTable('webhook_attempts').addColumn('tenant_id', 'text').execute()
  await db.schema
    .createIndex('webhook_attempts_tenant')
    .on('webhook_attempts')
    .columns(['tenant_id', 'id'])
    .where(sql.ref('tenant_id'), 'is not', null)
    .execute()
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

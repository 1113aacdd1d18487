import type { Kysely } from 'kysely'

/** Lets people in by links that each work once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('joins_tenant_id', 'text')
    .addColumn('invited_by', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await db.schema
    .createIndex('invitations_of_tenant')
    .on('invitations')
    .columns(['invited_by', 'expires_at'])
    .execute()
  await db.schema
    .createIndex('invitations_by_expiry')
    .on('invitations')
    .column('expires_at')
    .execute()
}

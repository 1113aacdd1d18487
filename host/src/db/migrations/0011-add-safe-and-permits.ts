import { type Kysely, sql } from 'kysely'

/** Lets an attempt wait for the signers of a Safe, and keeps the permits that payers sign and the relayer sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('safe_tx_hash', 'text').execute()
  await db.schema.alterTable('attempts').addColumn('safe_deadline_s', 'bigint').execute()
  await db.schema
    .createTable('permits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text', (c) => c.notNull().unique())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('token_address', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('spender', 'text', (c) => c.notNull())
    .addColumn('value_units', 'text', (c) => c.notNull())
    .addColumn('deadline_s', 'bigint', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('tx_hash', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('permits_due')
    .on('permits')
    .columns(['network', 'created_at'])
    .where(sql.ref('status'), '=', sql.lit('due'))
    .execute()
  await db.schema
    .createIndex('permits_age')
    .on('permits')
    .columns(['tenant_id', 'created_at'])
    .execute()
  await db.schema.createIndex('permits_token').on('permits').column('token').execute()
}

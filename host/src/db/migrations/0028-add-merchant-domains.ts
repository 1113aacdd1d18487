import type { Kysely } from 'kysely'

/** Domains that merchants prove to be theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('merchant_domains')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('proof', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('verified_at', 'text')
    .addColumn('seen_at', 'text')
    .addColumn('missing_since', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('next_check_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('merchant_domains_of_tenant', ['tenant_id', 'domain'])
    .execute()
  await db.schema
    .createIndex('merchant_domains_due')
    .on('merchant_domains')
    .column('next_check_at')
    .execute()
}

import { type Kysely, sql } from 'kysely'

/**
 * Adds payment links that any number of payers pay. Each payer gets a copy, which names its link. The lists of links contain no copies,
 * and `unlisted_requests` names the requests that no list of requests contains.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await db.schema
    .createTable('unlisted_requests')
    .addColumn('request_id', 'text', (c) => c.primaryKey())
    .addColumn('link_token', 'text', (c) => c.notNull())
    .addColumn('copy_token', 'text')
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('unlisted_requests_link')
    .on('unlisted_requests')
    .columns(['link_token', 'request_id', 'expires_at'])
    .where(sql.ref('copy_token'), 'is not', null)
    .execute()
  for (const name of ['tenant', 'status', 'reference']) {
    await db.schema.dropIndex(`secure_payments_${name}`).execute()
  }
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('secure_payments')
      .columns([...columns])
  const links = (name: string, columns: readonly string[]) =>
    index(name, columns).where(sql.ref('link_token'), 'is', null)
  await links('secure_payments_tenant', ['tenant_id', 'token']).execute()
  await links('secure_payments_status', ['tenant_id', 'status', 'token', 'expires_at']).execute()
  await links('secure_payments_reference', ['tenant_id', 'reference', 'token'])
    .where(sql.ref('reference'), 'is not', null)
    .execute()
  await index('secure_payments_copies', ['link_token', 'token'])
    .where(sql.ref('link_token'), 'is not', null)
    .execute()
  await index('secure_payments_openings', ['link_token', 'open_key'])
    .unique()
    .where(sql.ref('open_key'), 'is not', null)
    .execute()
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('secure_payments')
    .addColumn('is_reusable', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('requests')
    .addColumn('is_terms', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const table of ['secure_payments', 'requests', 'payments']) {
    await db.schema.alterTable(table).addColumn('link_token', 'text').execute()
  }
  await db.schema.alterTable('secure_payments').addColumn('open_key', 'text').execute()
}

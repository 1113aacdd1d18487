import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Marks the copies of reusable links for which no money was found, so that the indexes of a merchant's lists contain none of them. Any
 * visitor can open copies, and a list that has to skip thousands of them is slow. Payouts get indexes of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A host gives up a statement after some seconds; an index may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await db.schema
    .alterTable('requests')
    .addColumn('is_unpaid_copy', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update requests set is_unpaid_copy = 1
    where id in (select request_id from unlisted_requests where copy_token is not null)`.execute(db)
  // The requests of reusable links themselves have `is_terms`.
  await sql`delete from unlisted_requests where copy_token is null`.execute(db)
  for (const name of ['tenant', 'client', 'reference', 'status', 'unpaid_client', 'changed']) {
    await db.schema.dropIndex(`requests_${name}`).ifExists().execute()
  }
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('requests')
      .columns([...columns])
  const listed = (name: string, columns: readonly string[]) =>
    index(name, columns).where(sql.ref('is_unpaid_copy'), '=', sql.lit(0))
  await listed('requests_tenant', ['tenant_id', 'id']).execute()
  await listed('requests_status', ['tenant_id', 'status', 'id']).execute()
  await listed('requests_client', ['client_id', 'id'])
    .where(sql.ref('client_id'), 'is not', null)
    .execute()
  await listed('requests_unpaid_client', ['client_id', 'id'])
    .where(sql.ref('client_id'), 'is not', null)
    .where(sql.ref('status'), '=', sql.lit('created'))
    .execute()
  await listed('requests_changed', ['tenant_id', 'updated_at', 'id'])
    .where(sql.ref('updated_at'), '<>', sql.ref('created_at'))
    .execute()
  await listed('requests_copies', ['link_token', 'secure_payment_token'])
    .where(sql.ref('link_token'), 'is not', null)
    .execute()
  // Unmatched payments are also found by the reference of an unpaid copy.
  await index('requests_reference', ['tenant_id', 'reference', 'is_unpaid_copy', 'id'])
    .where(sql.ref('reference'), 'is not', null)
    .execute()
  const payouts = (name: string, columns: readonly string[]) =>
    index(name, columns).where(sql.ref('is_payout'), '=', sql.lit(1))
  await payouts('requests_payouts', ['tenant_id', 'id']).execute()
  await payouts('requests_payouts_status', ['tenant_id', 'status', 'id']).execute()
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Adds the merchant of links that were combined, and the index of the lists of batch and multicall payouts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A host gives up a statement after a few seconds; an index may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await db.schema
    .alterTable('combined_payouts')
    .addColumn('tenant_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update combined_payouts set tenant_id = (
    select tenant_id from secure_payments where secure_payments.token = combined_payouts.token)`.execute(
    db,
  )
  await sql`create index combined_payouts_list on combined_payouts (tenant_id, is_multicall, token)
    where position = 0`.execute(db)
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

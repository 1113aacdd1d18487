import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Replaces the index of the received requests whose money may have to go back by one that also contains requests with an expiry that are
 * paid in part: a part may have arrived late.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A host gives up a statement after a few seconds; an index may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await sql`create index requests_undecided on requests (tenant_id, updated_at, id)
    where is_payout = 0 and (paid_late = 1 or (cancelled_at is not null and paid_units <> '0')
      or (has_been_paid = 0 and paid_units <> '0' and expires_at is not null)
      or length(paid_units) > length(expected_units)
      or (length(paid_units) = length(expected_units) and paid_units > expected_units))`.execute(db)
  // The removal of an index blocks all readers of its table until the commit, so it comes last.
  await db.schema.dropIndex('requests_refund_candidates').execute()
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Adds the index of the received requests whose money may have to go back: paid too much, late, or after their cancellation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A host gives up a statement after some seconds; an index may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await sql`create index requests_refund_candidates on requests (tenant_id, updated_at, id)
    where is_payout = 0 and (paid_late = 1 or (cancelled_at is not null and paid_units <> '0')
      or length(paid_units) > length(expected_units)
      or (length(paid_units) = length(expected_units) and paid_units > expected_units))`.execute(db)
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Indexes each merchant's events by time, for receivers that read them as a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A host gives up a statement after a few seconds; an index may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await db.schema
    .createIndex('events_listed')
    .on('events')
    .columns(['tenant_id', 'created_at', 'sequence', 'id'])
    .execute()
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

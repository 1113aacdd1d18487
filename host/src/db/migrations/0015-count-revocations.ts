import type { Kysely } from 'kysely'

/** Counts how often the chain took payments of a request back, which the ids of its events rest on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('requests')
    .addColumn('revocations', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}

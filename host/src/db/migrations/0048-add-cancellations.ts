import type { Kysely } from 'kysely'

/** Keeps when a merchant cancelled a request; null for a request that was not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('cancelled_at', 'text').execute()
}

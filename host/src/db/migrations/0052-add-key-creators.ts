import type { Kysely } from 'kysely'

/** Keeps the member who created an API key; null for the operator, and for keys from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('created_by', 'text').execute()
}

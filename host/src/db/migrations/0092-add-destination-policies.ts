import type { Kysely } from 'kysely'

/** Adds the access policy of a payee destination, as JSON; null if the destination has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payee_destinations').addColumn('access_policy', 'text').execute()
}

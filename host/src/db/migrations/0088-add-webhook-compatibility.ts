import type { Kysely } from 'kysely'

/** Adds a merchant's own level of compatibility of its webhooks; null for the host's level. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tenants').addColumn('webhook_compatibility', 'text').execute()
}

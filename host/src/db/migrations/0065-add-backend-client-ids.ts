import type { Kysely } from 'kysely'

/** Client IDs of servers carry a secret, of which only the hash is stored; those of pages have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('client_ids').addColumn('secret_hash', 'text').execute()
}

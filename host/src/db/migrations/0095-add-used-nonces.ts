import type { Kysely } from 'kysely'

/** Adds the nonces with which wallets signed changes of their payee destinations: each is used once, and kept until it expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_nonces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('used_nonces_expiry').on('used_nonces').column('expires_at').execute()
}

import type { Kysely } from 'kysely'

/** Finds by one seek which merchant names a payee next, and since when: anybody may make many requests to one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('requests_payee').execute()
  await db.schema
    .createIndex('requests_payee')
    .on('requests')
    .columns(['payee', 'tenant_id', 'created_at'])
    .execute()
}

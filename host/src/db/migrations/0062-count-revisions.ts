import type { Kysely } from 'kysely'

/** Counts the versions of a payment link, so that no edit overwrites another one unseen; a link without an edit has version 1. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('secure_payments')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}

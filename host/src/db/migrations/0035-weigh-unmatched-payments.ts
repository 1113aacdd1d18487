import type { Kysely } from 'kysely'

/**
 * Keeps what an unmatched payment is worth and whether lists show it unasked, as anybody may make many of no worth; and the topic of its
 * reference, by which a merchant finds it. Earlier ones stay listed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = 'unmatched_payments'
  await db.schema.alterTable(table).addColumn('worth_usd', 'text').execute()
  await db.schema.alterTable(table).addColumn('reference_topic', 'text').execute()
  await db.schema
    .alterTable(table)
    .addColumn('is_notable', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('unmatched_payments_notable')
    .on(table)
    .columns(['tenant_id', 'is_notable', 'id'])
    .execute()
  await db.schema
    .createIndex('unmatched_payments_topic')
    .on(table)
    .columns(['reference_topic', 'tenant_id'])
    .execute()
}

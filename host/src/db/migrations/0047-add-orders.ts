import type { Kysely } from 'kysely'

/** Keeps the text and the lines of an order with its request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('order_details', 'text').execute()
}

import { type Kysely, sql } from 'kysely'

/**
 * Adds refunds of unmatched payments. They are found by the payment, and have an empty payment and request. A payment gets the tokens that
 * really arrived once it is refunded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refunds').addColumn('unmatched_id', 'text').execute()
  await db.schema.alterTable('unmatched_payments').addColumn('arrived_units', 'text').execute()
  await db.schema
    .createIndex('refunds_unmatched')
    .on('refunds')
    .columns(['unmatched_id', 'id'])
    .where(sql.ref('unmatched_id'), 'is not', null)
    .execute()
}

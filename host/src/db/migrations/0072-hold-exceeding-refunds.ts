import { type Kysely, sql } from 'kysely'

/**
 * Adds the time since which a payment no longer covers a refund. Cancelled refunds leave the index of the unfinished ones. The refunds
 * of one transaction get an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refunds').addColumn('exceeds_at', 'text').execute()
  await db.schema.dropIndex('refunds_unfinished').execute()
  await db.schema
    .createIndex('refunds_unfinished')
    .on('refunds')
    .columns(['tenant_id', 'id'])
    .where(sql.ref('confirmed_at'), 'is', null)
    .where(sql.ref('cancelled_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('refunds_transaction')
    .on('refunds')
    .columns(['tx_hash', 'id'])
    .execute()
}

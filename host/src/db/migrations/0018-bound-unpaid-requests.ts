import { type Kysely, sql } from 'kysely'

/** Lets unpaid requests be counted by client ID and by address, and keeps what is left of those that were swept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('address_digest', 'text').execute()
  await db.schema
    .createIndex('requests_unpaid_client')
    .on('requests')
    .columns(['client_id', 'id'])
    .where('client_id', 'is not', null)
    .where(sql.ref('status'), '=', sql.lit('created'))
    .execute()
  await db.schema
    .createIndex('requests_unpaid_address')
    .on('requests')
    .columns(['address_digest', 'id'])
    .where('address_digest', 'is not', null)
    .where(sql.ref('status'), '=', sql.lit('created'))
    .execute()
  await db.schema
    .createTable('swept_requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('reference_key', 'bigint', (c) => c.notNull())
    .addColumn('payment_reference', 'text', (c) => c.notNull())
    .addColumn('swept_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('swept_requests_reference')
    .on('swept_requests')
    .column('reference_key')
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_done')
    .on('webhook_deliveries')
    .column('completed_at')
    .where('completed_at', 'is not', null)
    .execute()
}

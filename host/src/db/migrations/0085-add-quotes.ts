import { type Kysely, sql } from 'kysely'

/**
 * Adds the quotes of requests that payers pay in another currency at a market price. A payment names the quote at which it counts, and the
 * sources of its price. The partial index finds the payments that wait for a price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quotes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('payment_currency', 'text', (column) => column.notNull())
    .addColumn('price', 'text', (column) => column.notNull())
    .addColumn('sources', 'text', (column) => column.notNull())
    .addColumn('invoice_units', 'text', (column) => column.notNull())
    .addColumn('payment_units', 'text', (column) => column.notNull())
    .addColumn('fee_units', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('quotes_request')
    .on('quotes')
    .columns(['request_id', 'created_at'])
    .execute()
  await db.schema.createIndex('quotes_expiry').on('quotes').column('expires_at').execute()
  await db.schema.alterTable('payments').addColumn('quote_id', 'text').execute()
  await db.schema.alterTable('payments').addColumn('price_sources', 'text').execute()
  await db.schema
    .createIndex('unmatched_unpriced')
    .on('unmatched_payments')
    .columns(['network', 'block_number'])
    .where(sql.ref('reason'), '=', sql.lit('no_price'))
    .execute()
}

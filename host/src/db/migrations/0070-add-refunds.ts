import { type Kysely, sql } from 'kysely'

/**
 * Adds refunds: each is a request of the merchant that pays back a payment. A reorganisation may record that payment again under
 * another id and log index, so refunds are also found by its request and transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('refund_request_id', 'text', (column) => column.notNull().unique())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('tx_hash', 'text', (column) => column.notNull())
    .addColumn('log_index', 'integer', (column) => column.notNull())
    .addColumn('token_address', 'text')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount_units', 'text', (column) => column.notNull())
    .addColumn('invoice_currency', 'text', (column) => column.notNull())
    .addColumn('invoice_units', 'text')
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('reference', 'text')
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('held_at', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('cancelled_at', 'text')
    .execute()
  const indexes = [
    ['refunds_tenant', ['tenant_id', 'id']],
    ['refunds_reference', ['tenant_id', 'reference', 'id']],
    ['refunds_payment', ['payment_id', 'id']],
    ['refunds_request', ['request_id', 'id']],
  ] as const
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .on('refunds')
      .columns([...columns])
      .execute()
  }
  // Most refunds end confirmed, so the list of the others reads none of those.
  await db.schema
    .createIndex('refunds_unfinished')
    .on('refunds')
    .columns(['tenant_id', 'id'])
    .where(sql.ref('confirmed_at'), 'is', null)
    .execute()
}

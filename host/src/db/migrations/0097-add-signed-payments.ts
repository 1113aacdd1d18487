import { type Kysely, sql } from 'kysely'

/**
 * Adds the payments that payers sign and the relayer sends. The partial indexes contain only those that may still be made, which are few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signed_payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('attempt_id', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('contract', 'text', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('payment_hash', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('deadline_s', 'bigint', (column) => column.notNull())
    .addColumn('from_block', 'bigint', (column) => column.notNull())
    .addColumn('cost_gwei', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('tx_hash', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('signed_payments_hash')
    .on('signed_payments')
    .columns(['payment_hash', 'contract', 'network'])
    .unique()
    .execute()
  // A request has at most one signed payment that may still be made.
  await db.schema
    .createIndex('signed_payments_open')
    .on('signed_payments')
    .columns(['request_id'])
    .unique()
    .where(sql.ref('status'), 'in', [sql.lit('stored'), sql.lit('sent')])
    .execute()
  await db.schema
    .createIndex('signed_payments_work')
    .on('signed_payments')
    .columns(['network', 'created_at'])
    .where(sql.ref('status'), 'in', [sql.lit('stored'), sql.lit('sent')])
    .execute()
  await db.schema
    .createIndex('signed_payments_request')
    .on('signed_payments')
    .columns(['request_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('signed_payments_created')
    .on('signed_payments')
    .columns(['created_at'])
    .execute()
  await db.schema
    .createIndex('signed_payments_tenant')
    .on('signed_payments')
    .columns(['tenant_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('signed_payments_payer')
    .on('signed_payments')
    .columns(['payer', 'created_at'])
    .execute()
}

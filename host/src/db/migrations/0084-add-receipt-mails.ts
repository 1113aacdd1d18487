import type { Kysely } from 'kysely'

/**
 * Adds receipts by e-mail: whether a merchant sends them, the language of a payment's first page, and the payments whose receipt is to be
 * sent. An e-mail names its payment, because receipts have limits of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tenants')
    .addColumn('sends_receipts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('secure_payments').addColumn('payer_language', 'text').execute()
  await db.schema.alterTable('mails').addColumn('receipt_token', 'text').execute()
  await db.schema
    .createIndex('mails_receipt')
    .on('mails')
    .columns(['receipt_token', 'created_at'])
    .execute()
  await db.schema
    .createTable('receipt_mails')
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('receipt_mails_due')
    .on('receipt_mails')
    .columns(['status', 'created_at'])
    .execute()
}

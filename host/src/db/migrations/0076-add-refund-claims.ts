import { type Kysely, sql } from 'kysely'

/** Adds the addresses that payers state for refunds. A link has the hash of its code; a signature has its nonce. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refund_claims')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('nonce', 'text')
    .addColumn('wallet', 'text')
    .addColumn('recipient', 'text')
    .addColumn('failed_attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('stated_at', 'text')
    .addColumn('closed_at', 'text')
    .execute()
  const indexes = [
    ['refund_claims_tenant', ['tenant_id', 'id']],
    ['refund_claims_payment', ['payment_id', 'id']],
    ['refund_claims_request', ['request_id', 'id']],
  ] as const
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .on('refund_claims')
      .columns([...columns])
      .execute()
  }
  // Of two calls with one signature, one commits.
  await db.schema
    .createIndex('refund_claims_nonce')
    .on('refund_claims')
    .columns(['payment_id', 'nonce'])
    .unique()
    .where(sql.ref('nonce'), 'is not', null)
    .execute()
  await db.schema
    .alterTable('secure_payments')
    .addColumn('refused_claims', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

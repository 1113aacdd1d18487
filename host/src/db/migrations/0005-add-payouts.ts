import { type Kysely, sql } from 'kysely'

/** Adds recurring payouts with their executions and the relayer's transactions, and the direction of a payment link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendTables(db)
  await createRecurringPayments(db)
  await createExecutions(db)
  await createRelayerTransactions(db)
}

async function extendTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('secure_payments')
    .addColumn('flow', 'text', (c) => c.notNull().defaultTo('get_paid'))
    .execute()
  await db.schema.alterTable('secure_payments').addColumn('creator_wallet', 'text').execute()
  for (const name of ['recipient_identifier', 'recurring_payment_id'] as const) {
    await db.schema.alterTable('requests').addColumn(name, 'text').execute()
  }
  // The periods of a recurring invoice, and what a client ID has running: both are few among many requests.
  await db.schema
    .createIndex('requests_children')
    .on('requests')
    .columns(['original_request_id', 'id'])
    .where('original_request_id', 'is not', null)
    .execute()
  await db.schema
    .createIndex('requests_running_recurrences')
    .on('requests')
    .columns(['client_id', 'next_recurrence_at'])
    .where('next_recurrence_at', 'is not', null)
    .execute()
}

async function createRecurringPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recurring_payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text')
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('token_address', 'text', (c) => c.notNull())
    .addColumn('payment_currency', 'text', (c) => c.notNull())
    .addColumn('payer', 'text', (c) => c.notNull())
    .addColumn('payee', 'text', (c) => c.notNull())
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('amount_units', 'text', (c) => c.notNull())
    .addColumn('fee_percentage', 'text')
    .addColumn('fee_units', 'text', (c) => c.notNull())
    .addColumn('fee_address', 'text')
    .addColumn('frequency', 'text', (c) => c.notNull())
    .addColumn('start_date', 'text', (c) => c.notNull())
    .addColumn('total_payments', 'integer', (c) => c.notNull())
    .addColumn('first_payment_s', 'bigint', (c) => c.notNull())
    .addColumn('period_s', 'bigint', (c) => c.notNull())
    .addColumn('deadline_s', 'bigint', (c) => c.notNull())
    .addColumn('permit_nonce', 'text', (c) => c.notNull())
    .addColumn('contract', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('permit_signature', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('processed_payments', 'integer', (c) => c.notNull())
    .addColumn('next_index', 'integer', (c) => c.notNull())
    .addColumn('next_due_at', 'text')
    .addColumn('failure_count', 'integer', (c) => c.notNull())
    .addColumn('failure_reason', 'text')
    .addColumn('last_payment_at', 'text')
    .addColumn('spare_allowance_units', 'text')
    .addColumn('reference', 'text')
    .addColumn('customer_info', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('activated_at', 'text')
    .execute()
  await indexRecurringPayments(db)
}

async function indexRecurringPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('recurring_payments_tenant')
    .on('recurring_payments')
    .columns(['tenant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('recurring_payments_due')
    .on('recurring_payments')
    .columns(['network', 'next_due_at'])
    .where('next_due_at', 'is not', null)
    .execute()
  // What a client ID has active, and activated of late.
  await db.schema
    .createIndex('recurring_payments_running')
    .on('recurring_payments')
    .columns(['client_id', 'next_due_at'])
    .where('next_due_at', 'is not', null)
    .execute()
  await db.schema
    .createIndex('recurring_payments_activated')
    .on('recurring_payments')
    .columns(['client_id', 'activated_at'])
    .where('activated_at', 'is not', null)
    .execute()
  // Anybody may name any payer in a schedule that is never signed: those are not to be read with what the payer has signed.
  await db.schema
    .createIndex('recurring_payments_payer')
    .on('recurring_payments')
    .columns(['network', 'payer', 'token_address', 'status'])
    .execute()
}

async function createExecutions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recurring_executions')
    .addColumn('recurring_payment_id', 'text', (c) => c.notNull())
    .addColumn('payment_index', 'integer', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recurring_executions_key', ['recurring_payment_id', 'payment_index'])
    .execute()
  await db.schema
    .createIndex('recurring_executions_open')
    .on('recurring_executions')
    .columns(['network', 'status'])
    .where('status', '!=', 'confirmed')
    .execute()
}

async function createRelayerTransactions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('relayer_transactions')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('relayer', 'text', (c) => c.notNull())
    .addColumn('nonce', 'bigint', (c) => c.notNull())
    .addColumn('recurring_payment_id', 'text', (c) => c.notNull())
    .addColumn('payment_index', 'integer', (c) => c.notNull())
    .addColumn('raw', 'text', (c) => c.notNull())
    .addColumn('max_fee_units', 'text', (c) => c.notNull())
    .addColumn('priority_fee_units', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('relayer_transactions_nonce')
    .on('relayer_transactions')
    .columns(['network', 'relayer', 'nonce'])
    .execute()
  await db.schema
    .createIndex('relayer_transactions_pending')
    .on('relayer_transactions')
    .columns(['network', 'relayer', 'nonce'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
  await db.schema
    .createIndex('relayer_transactions_execution')
    .on('relayer_transactions')
    .columns(['recurring_payment_id', 'payment_index'])
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** Adds conversion and recurring invoices to requests, what a payment counts as to payments, and the operator's rescans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendRequests(db)
  await extendPayments(db)
  await createRescans(db)
}

async function extendRequests(db: Kysely<unknown>): Promise<void> {
  const integers = ['is_crypto_to_fiat_allowed', 'is_recurrence_stopped'] as const
  for (const name of integers) {
    await db.schema
      .alterTable('requests')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  const texts = [
    'conversion_path',
    'recurrence',
    'next_recurrence_at',
    'original_request_id',
    'original_payment_reference',
  ] as const
  for (const name of texts) {
    await db.schema.alterTable('requests').addColumn(name, 'text').execute()
  }
  await db.schema.alterTable('requests').addColumn('max_rate_age_s', 'integer').execute()
  await db.schema
    .createIndex('requests_tenant')
    .on('requests')
    .columns(['tenant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('requests_client')
    .on('requests')
    .columns(['client_id', 'id'])
    .where('client_id', 'is not', null)
    .execute()
  await db.schema
    .createIndex('requests_reference')
    .on('requests')
    .columns(['tenant_id', 'reference', 'id'])
    .where('reference', 'is not', null)
    .execute()
  await db.schema
    .createIndex('requests_status')
    .on('requests')
    .columns(['tenant_id', 'status', 'id'])
    .execute()
  await db.schema
    .createIndex('requests_recurrence')
    .on('requests')
    .column('next_recurrence_at')
    .where('next_recurrence_at', 'is not', null)
    .execute()
}

async function extendPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payments')
    .addColumn('type', 'text', (c) => c.notNull().defaultTo('direct'))
    .execute()
  const copied = ['request_units', 'invoice_currency', 'payment_currency'] as const
  for (const name of copied) {
    await db.schema
      .alterTable('payments')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  const texts = [
    'client_id',
    'reference',
    'conversion_rate',
    'rate_source',
    'amount_in_usd',
    'gas_units',
    'recurring_payment_id',
  ] as const
  for (const name of texts) {
    await db.schema.alterTable('payments').addColumn(name, 'text').execute()
  }
  await db.schema.alterTable('pending_payments').addColumn('request_units', 'text').execute()
  // Up to now every payment was direct, and counted what it credited.
  await sql`
    update payments set
      request_units = credited_units, invoice_currency = requests.invoice_currency,
      payment_currency = requests.payment_currency, client_id = requests.client_id,
      reference = requests.reference
    from requests where requests.id = payments.request_id`.execute(db)
}

async function createRescans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rescans')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('from_block', 'bigint', (c) => c.notNull())
    .addColumn('next_block', 'bigint', (c) => c.notNull())
    .addColumn('to_block', 'bigint')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('payment_count', 'integer', (c) => c.notNull())
    .addColumn('unreadable_count', 'integer')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .execute()
  await db.schema.createIndex('rescans_status').on('rescans').columns(['status', 'id']).execute()
}

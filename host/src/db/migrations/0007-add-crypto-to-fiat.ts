import type { Kysely } from 'kysely'

/** Adds payers with their bank accounts, and the offramps that bring payments into them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPayers(db)
  await createPaymentDetails(db)
  await createOfframps(db)
  await createProviderReports(db)
  // Requests from before this were paid to their payees: none has a provider.
  await db.schema.alterTable('requests').addColumn('offramp_provider', 'text').execute()
}

async function createPayers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('client_user_digest', 'text', (c) => c.notNull())
    .addColumn('sealed_client_user', 'text', (c) => c.notNull())
    .addColumn('sealed_profile', 'text')
    .addColumn('profile_digest', 'text')
    .addColumn('sealed_links', 'text')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('kyc_status', 'text', (c) => c.notNull())
    .addColumn('kyc_reported_at', 'text')
    .addColumn('agreement_status', 'text', (c) => c.notNull())
    .addColumn('agreement_reported_at', 'text')
    .addColumn('event_sequence', 'integer', (c) => c.notNull())
    .addColumn('next_check_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('erased_at', 'text')
    .addUniqueConstraint('payers_client_user', ['tenant_id', 'client_user_digest'])
    .execute()
  await db.schema.createIndex('payers_tenant').on('payers').columns(['tenant_id', 'id']).execute()
  await createDueIndex(db, 'payers')
  await createProviderIndex(db, 'payers')
}

async function createPaymentDetails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_details')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payer_id', 'text', (c) => c.notNull())
    .addColumn('sealed_account', 'text')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reported_at', 'text')
    .addColumn('rejection_message', 'text')
    .addColumn('next_check_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('payment_details_payer')
    .on('payment_details')
    .columns(['payer_id', 'id'])
    .execute()
  await createDueIndex(db, 'payment_details')
  await createProviderIndex(db, 'payment_details')
}

async function createOfframps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('offramp_targets')
    .addColumn('request_id', 'text', (c) => c.primaryKey())
    .addColumn('payer_id', 'text', (c) => c.notNull())
    .addColumn('payment_details_id', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('offramps')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull().unique())
    .addColumn('payer_id', 'text')
    .addColumn('payment_details_id', 'text')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('units', 'text', (c) => c.notNull())
    .addColumn('tx_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reported_at', 'text')
    .addColumn('failure_reason', 'text')
    .addColumn('next_check_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('offramp_steps')
    .addColumn('offramp_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('offramp_steps_key', ['offramp_id', 'number'])
    .execute()
  await db.schema
    .createIndex('offramps_tenant')
    .on('offramps')
    .columns(['tenant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('offramp_targets_payer')
    .on('offramp_targets')
    .column('payer_id')
    .execute()
  await createDueIndex(db, 'offramps')
  await createProviderIndex(db, 'offramps')
}

/** What providers have told, each once. */
async function createProviderReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_reports')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('provider_reports_key', ['provider', 'id'])
    .execute()
  await db.schema
    .createIndex('provider_reports_age')
    .on('provider_reports')
    .column('created_at')
    .execute()
}

/** What is still to be asked about is little among all that ever was. */
async function createDueIndex(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_due`)
    .on(table)
    .columns(['next_check_at', 'id'])
    .where('next_check_at', 'is not', null)
    .execute()
}

/** A provider names records by its own ids. */
async function createProviderIndex(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_provider`)
    .on(table)
    .columns(['provider', 'provider_id'])
    .unique()
    .where('provider_id', 'is not', null)
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** Adds who signs in, what they own, secrets in rotation, and the counters of rate limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db)
  await createSignIn(db)
  await createDestinations(db)
  await extendWebhooks(db)
  await createRateLimits(db)
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('wallets')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('wallet_type', 'text', (c) => c.notNull())
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('email_digest', 'text', (c) => c.notNull().unique())
    .addColumn('sealed_email', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('wallet_address', 'text')
    .addColumn('account_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_age').on('sessions').column('expires_at').execute()
  await db.schema
    .createTable('challenges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('wallet_type', 'text', (c) => c.notNull())
    .addColumn('chain_id', 'bigint', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await db.schema.createIndex('challenges_age').on('challenges').column('expires_at').execute()
  await db.schema
    .createIndex('challenges_address')
    .on('challenges')
    .columns(['address', 'id'])
    .execute()
}

async function createDestinations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payee_destinations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('wallet_address', 'text', (c) => c.notNull())
    .addColumn('chain_id', 'bigint', (c) => c.notNull())
    .addColumn('token_address', 'text', (c) => c.notNull())
    .addColumn('destination_id', 'text', (c) => c.notNull().unique())
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  // At most one active destination a wallet, whatever runs at once.
  await db.schema
    .createIndex('payee_destinations_active')
    .on('payee_destinations')
    .column('wallet_address')
    .unique()
    .where(sql.ref('is_active'), '=', sql.lit(1))
    .execute()
  await db.schema
    .createIndex('api_keys_tenant')
    .on('api_keys')
    .columns(['tenant_id', 'id'])
    .execute()
}

async function extendWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_endpoints').addColumn('pending_secret', 'text').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('previous_secret', 'text').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('previous_expires_at', 'text').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('disabled_reason', 'text').execute()
  await db.schema
    .alterTable('events')
    .addColumn('is_test', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('events').addColumn('retracted_at', 'text').execute()
  await db.schema
    .alterTable('webhook_deliveries')
    .addColumn('schedule_start', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('webhook_deliveries')
    .addColumn('replays', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('webhook_deliveries').addColumn('last_request', 'text').execute()
  // The few that failed for good, among very many that did not.
  await db.schema
    .createIndex('webhook_deliveries_dead')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'id'])
    .where(sql.ref('status'), '=', sql.lit('dead'))
    .execute()
}

async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('rate_limits_age').on('rate_limits').column('updated_at').execute()
}

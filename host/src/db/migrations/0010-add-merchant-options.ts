import type { Kysely } from 'kysely'

/** Brands payment pages, reserves payments for wallets, leads back to the shop, and tells how far payers come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('brandings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('page_background_color', 'text')
    .addColumn('card_background_color', 'text')
    .addColumn('primary_action_color', 'text')
    .addColumn('primary_text_color', 'text')
    .addColumn('secondary_text_color', 'text')
    .addColumn('logo_id', 'text')
    .addColumn('terms_url', 'text')
    .addColumn('privacy_url', 'text')
    .addColumn('displays_service', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('brandings_of_tenant', ['tenant_id', 'client_id'])
    .execute()
  await db.schema
    .createTable('logos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('branding_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('logos_of_branding').on('logos').column('branding_id').execute()
  for (const name of ['redirect_url', 'redirect_label', 'access_policy'] as const) {
    await db.schema.alterTable('secure_payments').addColumn(name, 'text').execute()
  }
  for (const name of ['event_sequence', 'user_event_count'] as const) {
    await db.schema
      .alterTable('secure_payments')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('tenants')
    .addColumn('sends_user_events', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('access_rejections')
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('wallet', 'text', (c) => c.notNull())
    .addColumn('rejected_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('access_rejections_key', ['token', 'wallet'])
    .execute()
}

import type { Kysely } from 'kysely'

/**
 * Adds the decisions of screening providers about wallets, with their expiry, and the decisions about the wallets that tried to pay each
 * secure payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('screenings')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('is_allowed', 'integer', (column) => column.notNull())
    .addColumn('reason_code', 'text')
    .addColumn('reference', 'text')
    .addColumn('screened_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('screenings_key', ['provider', 'wallet'])
    .execute()
  await db.schema.createIndex('screenings_expiry').on('screenings').column('expires_at').execute()
  await db.schema
    .createTable('payment_screenings')
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('is_allowed', 'integer', (column) => column.notNull())
    .addColumn('reason_code', 'text')
    .addColumn('reference', 'text')
    .addColumn('screened_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_screenings_key', ['token', 'wallet'])
    .execute()
}

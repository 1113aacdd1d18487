import type { Kysely } from 'kysely'

/** Stores the payout links that a link pays together: each ended when its request moved to the new link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('combined_payouts')
    .addColumn('child_token', 'text', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('is_multicall', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('combined_payouts_token')
    .on('combined_payouts')
    .columns(['token', 'position'])
    .unique()
    .execute()
}

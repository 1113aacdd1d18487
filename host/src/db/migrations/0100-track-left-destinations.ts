import type { Kysely } from 'kysely'

/**
 * Counts the versions of a payee destination, so that no change overwrites another one unseen. Adds the composite ids of the wallets that
 * merchants moved a destination away from, so that none of their earlier links pays such a wallet again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payee_destinations')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('left_destinations')
    .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
    .addColumn('destination_id', 'text', (column) => column.notNull())
    .addColumn('left_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('left_destinations_key', ['destination_id', 'tenant_id'])
    .execute()
}

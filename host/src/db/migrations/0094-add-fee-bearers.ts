import type { Kysely } from 'kysely'

/**
 * Adds the party that bears a request's fee, the party that a client ID's fee names (null if it names none), and the fees of a secure
 * payment in US dollars at its creation, as JSON (null if unknown).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('requests')
    .addColumn('fee_bearer', 'text', (column) => column.notNull().defaultTo('payer'))
    .execute()
  await db.schema.alterTable('client_ids').addColumn('fee_bearer', 'text').execute()
  await db.schema.alterTable('secure_payments').addColumn('fee_plan', 'text').execute()
}

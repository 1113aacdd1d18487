import type { Kysely } from 'kysely'

/** Hosts from before this migration write neither column; the rows of their payments then state no amount and no worth. */
export const needs = '0102-state-needs'

/**
 * Adds the amount that left the payer's wallet for a payment over a bridge, and the worth of the gas that the payer spent, at the time of
 * the payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('source_units', 'text').execute()
  await db.schema.alterTable('payments').addColumn('gas_worth', 'text').execute()
  await db.schema.alterTable('intents').addColumn('source_gas_units', 'text').execute()
  await db.schema.alterTable('intents').addColumn('source_gas_worth', 'text').execute()
}

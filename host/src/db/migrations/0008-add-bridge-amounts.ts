import type { Kysely } from 'kysely'

/** Keeps of a payment over a bridge what was sent and ordered, and what the bridge kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['source_units', 'promised_units'] as const) {
    await db.schema.alterTable('intents').addColumn(name, 'text').execute()
  }
  await db.schema.alterTable('payments').addColumn('bridge_fee_units', 'text').execute()
}

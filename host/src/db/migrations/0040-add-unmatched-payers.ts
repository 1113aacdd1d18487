import type { Kysely } from 'kysely'

/** Keeps who paid an unmatched payment and the reference that it carries; both are unknown of the time before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = 'unmatched_payments'
  await db.schema.alterTable(table).addColumn('payer', 'text').execute()
  await db.schema.alterTable(table).addColumn('payment_reference', 'text').execute()
}

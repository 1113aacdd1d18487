import type { Kysely } from 'kysely'

/** The steps of a payment before its confirmation: its first opening, each sent transaction, and when a node first had it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('secure_payments').addColumn('opened_at', 'text').execute()
  await db.schema.alterTable('attempts').addColumn('sent_at', 'text').execute()
  await db.schema.alterTable('payments').addColumn('seen_at', 'text').execute()
}

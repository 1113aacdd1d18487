import type { Kysely } from 'kysely'

/** Says which client IDs pay anybody: those that were free before keep on. And where payers get help. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('client_ids')
    .addColumn('allow_any_payee', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db
    .withTables<{ client_ids: { allow_any_payee: number; payee_destination_id: string | null } }>()
    .updateTable('client_ids')
    .set({ allow_any_payee: 1 })
    .where('payee_destination_id', 'is', null)
    .execute()
  await db.schema.alterTable('brandings').addColumn('support_url', 'text').execute()
}

import type { Kysely } from 'kysely'

/** Adds whether a request's fee is rounded up to the minor unit of its fiat currency. The fees of earlier requests stay exact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('requests')
    .addColumn('fee_is_rounded', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

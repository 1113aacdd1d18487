import type { Kysely } from 'kysely'

/** Keeps what was pressed on the pages of the sandbox of offramps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sandbox_presses')
    .addColumn('payer_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('pressed_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sandbox_presses_key', ['payer_id', 'number'])
    .execute()
}

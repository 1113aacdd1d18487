import type { Kysely } from 'kysely'

/** A host from before this migration refuses every schema with unknown migrations, so this one admits all hosts. */
export const needs = '0001-create-tables'

/** Adds the statements of the schema about the hosts that may use it: a host must include `needs` to run where `migration` is applied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schema_needs')
    .addColumn('migration', 'text', (column) => column.primaryKey())
    .addColumn('needs', 'text', (column) => column.notNull())
    .execute()
}

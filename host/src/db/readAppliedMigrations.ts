import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Returns the names of the migrations that a database has; none before the first start. */
export async function readAppliedMigrations(kysely: Kysely<Schema>): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const applied = await kysely
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return applied.map(({ name }) => name)
}

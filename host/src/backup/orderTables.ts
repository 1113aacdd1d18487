import type SqliteDatabase from 'better-sqlite3'
import { countRows } from './countRows.ts'

/** The bookkeeping of migrations, which each database writes on its own. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** Returns the tables of a database; a table follows those that its foreign keys name. */
export function orderTables(database: SqliteDatabase.Database): readonly string[] {
  const tables = [...countRows(database).keys()].filter((name) => !MIGRATION_TABLES.includes(name))
  const parents = database.prepare<[string], string>(
    'select distinct "table" from pragma_foreign_key_list(?)',
  )
  const ordered = new Set<string>()
  const visit = (table: string, path: readonly string[]) => {
    if (ordered.has(table) || path.includes(table)) return
    for (const parent of parents.pluck().all(table)) visit(parent, [...path, table])
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}

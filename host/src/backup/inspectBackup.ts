import SqliteDatabase from 'better-sqlite3'
import { migrations } from '../db/migrate.ts'
import { missingOf, STATES_NEEDS } from '../db/refuseNewerSchema.ts'
import type { Row } from '../db/schema.ts'
import { countRows } from './countRows.ts'
import { BackupRefusedError } from './errors.ts'

/** The contents of a backup: rows per table, and the last migration. */
export type Inspected = { tables: ReadonlyMap<string, number>; lastMigration: string }

/**
 * Checks a backup with `integrity_check` and `foreign_key_check`, and reads its contents. The file becomes one file without a log, because a
 * restore moves only that file.
 *
 * @throws BackupRefusedError
 */
export function inspectBackup(file: string, command: 'backup' | 'restore'): Inspected {
  const refuse = (reason: BackupRefusedError['reason'], at = file) =>
    new BackupRefusedError({ command, reason, at })
  const database = new SqliteDatabase(file)
  try {
    database.pragma('journal_mode = delete')
    if (database.pragma('integrity_check', { simple: true }) !== 'ok') throw refuse('damaged')
    const orphans: unknown = database.pragma('foreign_key_check')
    if (!Array.isArray(orphans) || orphans.length > 0) throw refuse('damaged')
    const tables = countRows(database)
    if (!tables.has('kysely_migration') || !tables.has('tenants')) throw refuse('foreign')
    const applied = database
      .prepare<[], string>('select name from kysely_migration order by name')
      .pluck()
      .all()
    const missing = missingOf({ changes: migrations, applied }, readNeeds(database, applied))
    if (missing.length > 0) throw refuse('newer', missing.join(', '))
    return { tables, lastMigration: applied.at(-1) ?? 'none' }
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error
    throw refuse(error.code === 'SQLITE_NOTADB' ? 'foreign' : 'damaged')
  } finally {
    database.close()
  }
}

function readNeeds(
  database: SqliteDatabase.Database,
  applied: readonly string[],
): Row<'schema_needs'>[] {
  if (!applied.includes(STATES_NEEDS)) return []
  return database
    .prepare<[], Row<'schema_needs'>>('select migration, needs from schema_needs')
    .all()
}

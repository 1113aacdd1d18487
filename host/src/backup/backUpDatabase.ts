import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { sqlitePath } from '../db/openDatabase.ts'
import { syncFile } from '../db/syncFile.ts'
import { countRows } from './countRows.ts'
import { BackupRefusedError } from './errors.ts'
import { inspectBackup } from './inspectBackup.ts'

/** The number of pages of one step; between two steps, the process handles other work. */
const PAGES_A_STEP = 1_000

/** A verified copy of a database. */
export type Backup = { file: string; tables: number; rows: number }

/**
 * Copies the SQLite database to a new file while hosts run, with SQLite's online backup. The copy is one snapshot. It is complete if its
 * `integrity_check` succeeds and each table has as many rows as the snapshot; otherwise the file is removed.
 *
 * @throws BackupRefusedError
 */
export async function backUpDatabase(databaseUrl: string, file: string): Promise<Backup> {
  const refuse = (reason: BackupRefusedError['reason'], at: string) =>
    new BackupRefusedError({ command: 'backup', reason, at })
  const path = sqlitePath(databaseUrl)
  if (path === null) throw refuse('not_sqlite', file)
  if (!existsSync(path)) throw refuse('missing', path)
  if (existsSync(file)) throw refuse('exists', file)
  // The database may contain the key that seals data, so only the host's user may read the copy.
  closeSync(openSync(file, 'wx', 0o600))
  const source = new SqliteDatabase(path, { fileMustExist: true })
  try {
    // The snapshot of this transaction is copied, even if hosts write in the meantime.
    source.exec('begin')
    const expected = countRows(source)
    await source.backup(file, { progress: () => PAGES_A_STEP })
    const { tables } = inspectBackup(file, 'backup')
    if (!isSame(tables, expected)) throw refuse('incomplete', file)
    syncFile(file)
    const rows = [...tables.values()].reduce((sum, count) => sum + count, 0)
    return { file, tables: tables.size, rows }
  } catch (error) {
    rmSync(file, { force: true })
    const isDamaged = error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_CORRUPT'
    throw isDamaged ? refuse('damaged', path) : error
  } finally {
    source.close()
  }
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([name, count]) => other.get(name) === count)
}

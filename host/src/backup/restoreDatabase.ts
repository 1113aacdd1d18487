import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { isConflict } from '../db/errors.ts'
import { sqlitePath } from '../db/openDatabase.ts'
import { syncFile } from '../db/syncFile.ts'
import { BackupRefusedError } from './errors.ts'
import { inspectBackup } from './inspectBackup.ts'

/** A restored database. `previous` is the new path of the database that was there; null if there was none. */
export type Restored = {
  path: string
  previous: string | null
  lastMigration: string
  rows: number
}

/** The files of SQLite's log, next to the database. */
const LOG_SUFFIXES = ['-wal', '-shm']

/**
 * Restores a backup to the path of the SQLite database, and keeps the previous file next to it. Rejects a damaged backup, and a database
 * that a process has open.
 *
 * @throws BackupRefusedError
 */
export function restoreDatabase(databaseUrl: string, file: string, now: Date): Restored {
  const refuse = (reason: BackupRefusedError['reason'], at: string) =>
    new BackupRefusedError({ command: 'restore', reason, at })
  const path = sqlitePath(databaseUrl)
  if (path === null) throw refuse('not_sqlite', file)
  if (!existsSync(file)) throw refuse('missing', file)
  const copy = `${path}.restoring`
  const previous = `${path}.before-restore-${now.toISOString().replaceAll(':', '-')}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    copyFileSync(file, copy)
    // The database may contain the key that seals data, so only the host's user may read it.
    chmodSync(copy, 0o600)
    const { tables, lastMigration } = inspectBackup(copy, 'restore')
    syncFile(copy)
    const hadDatabase = existsSync(path)
    if (hadDatabase && isInUse(path)) throw refuse('live', path)
    if (hadDatabase) keepPrevious(path, previous)
    renameSync(copy, path)
    syncFile(path)
    const rows = [...tables.values()].reduce((sum, count) => sum + count, 0)
    return { path, previous: hadDatabase ? previous : null, lastMigration, rows }
  } finally {
    rmSync(copy, { force: true })
  }
}

/**
 * SQLite leaves WAL mode only if no other connection has the file open. A database that is too damaged to open is not in use by a working
 * host, and its log files are kept with it.
 */
function isInUse(path: string): boolean {
  try {
    const database = new SqliteDatabase(path, { timeout: 0 })
    try {
      database.pragma('journal_mode = delete')
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    return isConflict(error)
  }
}

function keepPrevious(path: string, previous: string): void {
  renameSync(path, previous)
  for (const suffix of LOG_SUFFIXES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, previous + suffix)
  }
}

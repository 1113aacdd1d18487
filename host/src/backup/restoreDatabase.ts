import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
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

/** The files next to a database in which SQLite keeps changes that the database itself may lack, and their index. */
const LOG_SUFFIXES = ['-wal', '-journal', '-shm']

/**
 * Restores a backup, with its log if there is one, to the path of the SQLite database, and keeps the previous file next to it. Rejects a
 * damaged backup, and a database that a process has open. After an interruption, the previous or the restored database is at the path.
 * `rename` moves a file, as `renameSync` does.
 *
 * @throws BackupRefusedError
 */
export function restoreDatabase(
  databaseUrl: string,
  file: string,
  now: Date,
  rename: (from: string, to: string) => void = renameSync,
): Restored {
  const refuse = (reason: BackupRefusedError['reason'], at: string) =>
    new BackupRefusedError({ command: 'restore', reason, at })
  const path = sqlitePath(databaseUrl)
  if (path === null) throw refuse('not_sqlite', file)
  if (!existsSync(file)) throw refuse('missing', file)
  const previous = `${path}.before-restore-${now.toISOString().replaceAll(':', '-')}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // The database may contain the key that seals data, so only the host's user may open this folder and read the copy.
  const folder = mkdtempSync(`${path}.restoring-`)
  const copy = join(folder, 'copy.db')
  try {
    copyFileSync(file, copy)
    for (const suffix of LOG_SUFFIXES) {
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    }
    chmodSync(copy, 0o600)
    const { tables, lastMigration } = inspectBackup(copy, 'restore')
    if (tables.has('settings')) markRestored(copy)
    syncFile(copy)
    const hadDatabase = existsSync(path)
    if (hadDatabase && isInUse(path)) throw refuse('live', path)
    if (hadDatabase) keepPrevious(path, previous)
    // SQLite would apply a log at this path to the restored database, even if the log's own database was removed.
    for (const suffix of LOG_SUFFIXES) {
      if (existsSync(path + suffix)) rename(path + suffix, previous + suffix)
    }
    rename(copy, path)
    syncFile(path)
    const rows = [...tables.values()].reduce((sum, count) => sum + count, 0)
    return { path, previous: hadDatabase ? previous : null, lastMigration, rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file system may give the copy the inode of the lost database, so the host would not detect the restore by the inode alone. */
function markRestored(copy: string): void {
  const database = new SqliteDatabase(copy)
  try {
    database
      .prepare("update settings set value = 'sqlite restored' where name = 'database_identity'")
      .run()
  } finally {
    database.close()
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

/** Gives the database a second name, so that a host never finds no database; on a file system without links, moves it. */
function keepPrevious(path: string, previous: string): void {
  try {
    linkSync(path, previous)
  } catch {
    renameSync(path, previous)
  }
}

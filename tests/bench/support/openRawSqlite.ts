import SqliteDatabase from 'better-sqlite3'
import { migrate } from '../../../host/src/db/migrate.ts'
import { openDatabase } from '../../../host/src/db/openDatabase.ts'

/** Opens a SQLite file with the host's durability settings, but without the host's code. */
export function openRawSqlite(path: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('wal_autocheckpoint = 8000')
  return database
}

/** Creates a file with the host's tables and opens it like {@link openRawSqlite}. */
export async function createRawSqlite(path: string): Promise<SqliteDatabase.Database> {
  const migrated = await openDatabase(`sqlite:${path}`)
  await migrate(migrated)
  await migrated[Symbol.asyncDispose]()
  return openRawSqlite(path)
}

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { COMMAND } from '../folders.ts'
import { DatabaseLostError, DatabaseMissingError } from './errors.ts'
import { type Database, openDatabase, sqlitePath } from './openDatabase.ts'
import { readAppliedMigrations } from './readAppliedMigrations.ts'

const MARK = '.created'
const TEXT = `A host stores its database next to this file. Without the database, no host starts.
Remove this file only to begin with an empty database.
`

/**
 * Marks that the SQLite database exists, in a file next to it. Without a mark, a host whose file was removed would begin with an empty
 * database, and would not know its merchants and payment links.
 */
export function markDatabase(url: string): void {
  const path = sqlitePath(url)
  if (path !== null && !existsSync(path + MARK)) writeFileSync(path + MARK, TEXT, { mode: 0o600 })
}

/**
 * Rejects a SQLite database that is missing or empty while its mark or its log exists.
 * @throws DatabaseLostError
 */
export function guardLost(url: string): void {
  const path = sqlitePath(url)
  if (path === null || (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const rests = restsOf(path)
  if (rests.length > 0) throw new DatabaseLostError({ path, rests, command: COMMAND })
}

/** Returns whether a database is at the path of a SQLite database, or was. */
export function hadDatabase(path: string): boolean {
  return existsSync(path) || restsOf(path).length > 0
}

function restsOf(path: string): readonly string[] {
  return [MARK, '-wal', '-shm'].map((suffix) => path + suffix).filter((one) => existsSync(one))
}

/**
 * Opens the database of a host for an operator's command, which creates none: with the settings of another folder, the command would work on
 * a new, empty database.
 *
 * @throws DatabaseLostError, DatabaseMissingError
 */
export async function openExisting(url: string): Promise<Database> {
  guardLost(url)
  const path = sqlitePath(url)
  if (path !== null && !existsSync(path)) throw new DatabaseMissingError({ place: path })
  const db = await openDatabase(url)
  if ((await readAppliedMigrations(db.kysely)).length > 0) return db
  await db[Symbol.asyncDispose]()
  throw new DatabaseMissingError({ place: path ?? new URL(url).pathname.slice(1) })
}

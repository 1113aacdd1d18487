import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { isConflict } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase, sqlitePath, type Tx } from '../db/openDatabase.ts'
import { readAppliedMigrations } from '../db/readAppliedMigrations.ts'
import { CopyRefusedError } from './errors.ts'
import { createFingerprint, type Fingerprint } from './fingerprint.ts'
import { orderTables } from './orderTables.ts'

/** The rows of one insert, and of one read of the copy. */
const ROWS_A_PAGE = 500

/** A table that was copied, or that already was from an earlier run. */
export type CopiedTable = { table: string; rows: number; isNew: boolean }

/**
 * Copies a SQLite database, which no process may have open, to an empty PostgreSQL database. Each table is then verified: both sides must
 * have the same number of rows and the same fingerprint of all values. A repeated run continues after an interruption. It skips verified
 * tables and inserts only missing rows.
 *
 * @throws CopyRefusedError
 */
export async function copyDatabase(
  databaseUrl: string,
  toUrl: string,
  onTable: (copied: CopiedTable) => void,
): Promise<void> {
  const path = sqlitePath(databaseUrl)
  if (path === null || sqlitePath(toUrl) !== null) throw new CopyRefusedError('direction', '')
  const source = openAlone(path)
  try {
    await using target = await openDatabase(toUrl)
    await migrate(target)
    await guardSameSchema(source, target)
    for (const table of orderTables(source)) {
      const expected = fingerprintSource(source, table)
      const found = await fingerprintTarget(target, table)
      const isNew = !isSame(expected, found)
      if (isNew) await copyTable(source, target, table)
      const copied = isNew ? await fingerprintTarget(target, table) : found
      if (!isSame(expected, copied)) throw new CopyRefusedError('different', table)
      onTable({ table, rows: expected.rows, isNew })
    }
  } finally {
    source.close()
  }
}

/** Opens the source so that no host can open it until the copy has ended. */
function openAlone(path: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('journal_mode = delete')
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
    throw isConflict(error) ? new CopyRefusedError('live', path) : error
  }
}

async function guardSameSchema(source: SqliteDatabase.Database, target: Database): Promise<void> {
  const applied = source.prepare<[], string>('select name from kysely_migration').pluck().all()
  const own = await readAppliedMigrations(target.kysely)
  const differing = own.filter((name) => !applied.includes(name))
  if (differing.length > 0) throw new CopyRefusedError('schema', differing.join(', '))
}

/** Reads all integers as bigint, so that no digit is lost. */
function selectAll(source: SqliteDatabase.Database, table: string) {
  return source.prepare<[], Record<string, unknown>>(`select * from "${table}"`).safeIntegers(true)
}

function fingerprintSource(source: SqliteDatabase.Database, table: string): Fingerprint {
  const fingerprint = createFingerprint()
  for (const row of selectAll(source, table).iterate()) fingerprint.add(row)
  return fingerprint.result()
}

async function fingerprintTarget({ kysely }: Database, table: string): Promise<Fingerprint> {
  const fingerprint = createFingerprint()
  await kysely.transaction().execute(async (tx: Tx) => {
    await sql`declare copied cursor for select * from ${sql.table(table)}`.execute(tx)
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`
        fetch ${sql.lit(ROWS_A_PAGE)} from copied
      `.execute(tx)
      if (rows.length === 0) return
      for (const row of rows) fingerprint.add(row)
    }
  })
  return fingerprint.result()
}

async function copyTable(
  source: SqliteDatabase.Database,
  target: Database,
  table: string,
): Promise<void> {
  let page: Record<string, unknown>[] = []
  // No other statement may use the connection of the source until this one has ended.
  for (const row of selectAll(source, table).iterate()) {
    page.push(row)
    if (page.length < ROWS_A_PAGE) continue
    await insertPage(target, table, page)
    page = []
  }
  if (page.length > 0) await insertPage(target, table, page)
}

/** PostgreSQL converts the text of JSON values to the types of the columns. */
async function insertPage(
  { kysely }: Database,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const text = JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${text}::json)
    on conflict do nothing
  `.execute(kysely)
}

function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.rows === other.rows && one.sum === other.sum
}

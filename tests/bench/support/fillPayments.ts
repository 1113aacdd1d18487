import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { decimalsOf } from '../../../host/src/db/migrate.ts'
import { indexPayments } from '../../../host/src/db/migrations/0004-add-payments-search.ts'
import { indexAmounts } from '../../../host/src/db/migrations/0058-index-payment-amounts.ts'
import type { Database, RowBatch } from '../../../host/src/db/openDatabase.ts'
import type { Schema } from '../../../host/src/db/schema.ts'
import { createPaymentRows } from './paymentRows.ts'

/** Rows per transaction. */
const GROUP = 50_000
/** The number of rows per statement on PostgreSQL. */
const STATEMENT = 2_000

/** Fills a migrated SQLite file with payments, without waiting for the disk, and indexes them for search. */
export async function fillSqlitePayments(path: string, count: number): Promise<void> {
  const database = new SqliteDatabase(path)
  // These settings risk the file after a crash, but the file is temporary.
  for (const pragma of [
    'journal_mode = memory',
    'synchronous = off',
    'cache_size = -3000000',
    'foreign_keys = off',
  ]) {
    database.pragma(pragma)
  }
  const indexes = dropIndexes(database)
  const inserts = new Map<string, SqliteDatabase.Statement>()
  const insert = (table: string, row: object) => {
    const columns = Object.keys(row)
    const marks = columns.map(() => '?').join(', ')
    const statement =
      inserts.get(table) ??
      database.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`)
    inserts.set(table, statement)
    statement.run(...Object.values(row))
  }
  let waiting = 0
  database.exec('begin')
  for (const { request, payment } of createPaymentRows(count)) {
    if (request !== null) insert('requests', request)
    insert('payments', payment)
    waiting += 1
    if (waiting < GROUP) continue
    database.exec('commit; begin')
    waiting = 0
  }
  database.exec('commit')
  for (const index of indexes) database.exec(index)
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  await kysely.transaction().execute(async (tx) => {
    await indexPayments(tx)
    await indexAmounts(tx, decimalsOf)
  })
  database.exec('analyze')
  database.pragma('journal_mode = wal')
  await kysely.destroy()
}

/**
 * Drops the indexes of the tables to be filled, because creating an index after the rows is faster. Returns the statements
 * that create them again.
 */
function dropIndexes(database: SqliteDatabase.Database): string[] {
  const found = database
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in ('requests', 'payments')",
    )
    .all()
  for (const { name } of found) database.exec(`drop index ${name}`)
  return found.map(({ sql }) => sql)
}

/** Fills a migrated database with payments and indexes them for search. */
export async function fillPayments(db: Database, count: number): Promise<void> {
  const requests: object[] = []
  const payments: object[] = []
  const flush = async () => {
    await db.insertRows([toBatch('requests', requests), toBatch('payments', payments)])
    requests.length = 0
    payments.length = 0
  }
  for (const { request, payment } of createPaymentRows(count)) {
    if (request !== null) requests.push(request)
    payments.push(payment)
    if (payments.length === STATEMENT) await flush()
  }
  await flush()
  await db.exclusive(({ transaction }) =>
    transaction(async (tx) => {
      await indexPayments(tx)
      await indexAmounts(tx, decimalsOf)
    }),
  )
}

function toBatch(table: RowBatch['table'], rows: readonly object[]): RowBatch {
  const columns = Object.keys(rows[0] ?? {})
  return { table, columns, rows: rows.map((row) => Object.values(row)) }
}

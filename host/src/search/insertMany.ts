import { CompiledQuery } from 'kysely'
import type { Database, Tx } from '../db/openDatabase.ts'
import type { Schema } from '../db/schema.ts'

/** The maximum number of rows per statement on SQLite: with five columns, far below its 32,766 parameters. */
const MAX_ROWS = 512

/**
 * Inserts rows in order with prebuilt statements, because for thousands of rows kysely's builder is slower than the
 * database. `onConflict` is the clause after the rows.
 */
export async function insertMany<R extends Record<string, string | number>>(
  tx: Tx,
  dialect: Database['dialect'],
  { table, columns, onConflict = '' }: Target<R>,
  rows: readonly R[],
): Promise<void> {
  if (rows.length === 0) return
  const into = `insert into ${table} (${columns.join(', ')})`
  if (dialect === 'postgres') {
    const from = `select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1::json)`
    await tx.executeQuery(
      CompiledQuery.raw(`${into} ${from} ${onConflict}`, [JSON.stringify(rows)]),
    )
    return
  }
  const row = `(${columns.map(() => '?').join(', ')})`
  for (let at = 0; at < rows.length; ) {
    const count = statementSize(rows.length - at)
    const values = rows.slice(at, at + count).flatMap((each) => columns.map((name) => each[name]))
    const text = `${into} values ${Array(count).fill(row).join(', ')} ${onConflict}`
    await tx.executeQuery(CompiledQuery.raw(text, values))
    at += count
  }
}

/** The target table of the rows. */
type Target<R> = {
  table: keyof Schema
  columns: readonly (keyof R & string)[]
  onConflict?: string
}

/** Returns the number of rows of the next statement: a power of two, so that few different statements are cached. */
function statementSize(rowCount: number): number {
  return Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rowCount)))
}

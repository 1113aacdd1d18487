import type SqliteDatabase from 'better-sqlite3'

/** Returns the number of rows per table, by the table's name. */
export function countRows(database: SqliteDatabase.Database): ReadonlyMap<string, number> {
  const tables = database
    .prepare<[], string>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
    )
    .pluck()
    .all()
  return new Map(
    tables.map((table) => {
      const count = database.prepare<[], number>(`select count(*) from "${table}"`).pluck().get()
      return [table, count ?? 0]
    }),
  )
}

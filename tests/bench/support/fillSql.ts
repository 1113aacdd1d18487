/**
 * Returns a statement with which SQLite itself creates and inserts `count` rows. `varying` contains SQL per column, with a
 * counter `n` from 1; all other columns are bound by name.
 */
export function fillSql(
  table: string,
  row: object,
  { count, varying }: { count: number; varying: Readonly<Record<string, string>> },
): string {
  const columns = Object.keys(row)
  const values = columns.map((column) => varying[column] ?? `@${column}`)
  return `insert into ${table} (${columns.join(', ')})
    with recursive counter(n) as (select 1 union all select n + 1 from counter where n < ${count})
    select ${values.join(', ')} from counter`
}

/** Returns the statement that inserts a row's columns; `placeholder` writes the nth parameter, from 1. */
export function insertSql(
  table: string,
  row: object,
  placeholder: (index: number) => string = () => '?',
): string {
  const columns = Object.keys(row)
  const values = columns.map((_, index) => placeholder(index + 1))
  return `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`
}

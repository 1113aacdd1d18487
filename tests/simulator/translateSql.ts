/** A statement for PostgreSQL in the form that SQLite runs, with the order of its parameters. */
export type Translated = {
  sql: string
  /** The parameter of each placeholder, from 0. */
  order: readonly number[]
  /** The command's name, as PostgreSQL reports it. */
  command: string
  /** Whether the statement locks the rows that it reads, because a decision depends on them. */
  isLocking: boolean
}

const known = new Map<string, readonly Translated[]>()

/** Translates one of the host's statements; a statement that inserts into several tables becomes several statements. */
export function translateSql(text: string): readonly Translated[] {
  const before = known.get(text)
  if (before !== undefined) return before
  const parts = splitInserts(text)
  const translated = parts.map(translatePart)
  known.set(text, translated)
  return translated
}

const MANY_INSERTS =
  /insert into (\w+) \(([^)]*)\) select [^()]* from json_populate_recordset\(null::\w+, \$(\d+)::json\)/g

/**
 * Splits a statement that inserts rows into several tables with data-modifying parts, which SQLite does not support.
 */
function splitInserts(text: string): readonly string[] {
  const inserts = [...text.matchAll(MANY_INSERTS)]
  return inserts.length > 1 ? inserts.map(([insert]) => insert) : [text]
}

function translatePart(text: string): Translated {
  const order: number[] = []
  const isLocking = /\bfor update\b/.test(text)
  const sql = text
    .replaceAll(MANY_INSERTS, (_, table: string, columns: string, at: string) => {
      const values = columns.split(', ').map((name) => `json_extract(value, '$.${name}')`)
      // SQLite reads a conflict clause after a select without a condition as a join.
      return `insert into ${table} (${columns}) select ${values.join(', ')} from json_each($${at}) where true`
    })
    .replaceAll(/= any\(\$(\d+)::text\[\]\)/g, 'in (select value from json_each($$$1))')
    .replaceAll(/select pg_advisory_xact_lock(_shared)?\(\$\d+\)/g, 'select 1')
    .replaceAll(/\s+for update( of \w+)?( skip locked)?/g, '')
    .replaceAll(/\$(\d+)/g, (_, at: string) => {
      order.push(Number(at) - 1)
      return '+?'
    })
  return { sql, order, command: commandOf(sql), isLocking }
}

function commandOf(sql: string): string {
  const [word = ''] = sql.trimStart().split(/\s/, 1)
  if (word.toLowerCase() !== 'with') return word.toUpperCase()
  return (/\)\s*(update|insert|delete|select)\b/i.exec(sql)?.[1] ?? 'select').toUpperCase()
}

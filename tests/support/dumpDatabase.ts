import type { Host } from '@secure-payment/host'
import { sql } from 'kysely'

type Database = Host['context']['db']

/** Returns every row of every table as sorted lines of JSON text, in which tests search for forbidden content or changes. */
export async function dumpDatabase(
  { kysely }: Pick<Database, 'kysely'>,
  options: { without?: readonly string[] } = {},
): Promise<string> {
  const tables = await kysely.introspection.getTables()
  const lines: string[] = []
  for (const { name, isView } of tables) {
    if (isView || options.without?.includes(name)) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely)
    const texts = rows.map((row) => `${name} ${JSON.stringify(row, toText)}`)
    lines.push(...texts.sort())
  }
  return lines.join('\n')
}

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

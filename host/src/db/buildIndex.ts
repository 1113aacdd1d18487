import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

const CREATE_INDEX = /^create (unique )?index (\w+) /i

/** Returns the name of the index that a `create index` statement creates. Throws an error for another statement. */
function indexNameOf(statement: string): string {
  const name = CREATE_INDEX.exec(statement)?.[2]
  if (name === undefined) throw new Error(`Not a statement that creates an index: ${statement}`)
  return name
}

/** Returns the statement with which PostgreSQL builds an index while others write to the table. */
export function toConcurrent(statement: string): string {
  return statement.replace(CREATE_INDEX, 'create $1index concurrently $2 ')
}

/**
 * Builds an index on PostgreSQL while others write to its table. An earlier attempt that failed left an invalid index, which this function
 * replaces; a valid index of that name stays.
 */
export async function buildIndex(kysely: Kysely<Schema>, statement: string): Promise<void> {
  const name = indexNameOf(statement)
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index
    where indexrelid = to_regclass(${name})`.execute(kysely)
  const [existing] = rows
  if (existing?.is_valid === true) return
  if (existing !== undefined) {
    await sql`drop index concurrently ${sql.id(name)}`.execute(kysely)
  }
  await sql.raw(toConcurrent(statement)).execute(kysely)
}

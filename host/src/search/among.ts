import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/openDatabase.ts'

/**
 * Returns `<column> in (values)` as one parameter, so that the statement is the same for any number of values. Both engines look up each
 * value in the index.
 */
export function among(
  dialect: Database['dialect'],
  column: string,
  values: readonly string[],
): RawBuilder<boolean> {
  return dialect === 'postgres'
    ? sql`${sql.ref(column)} = any(${[...values]}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
}

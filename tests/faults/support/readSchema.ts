import { sql } from 'kysely'
import type { Database } from '../../../host/src/db/openDatabase.ts'

/**
 * Returns a database's schema, one fact per line and sorted. The facts are tables with their options, columns in their order with all
 * attributes, constraints, and indexes. Equal schemas give equal results.
 */
export async function readSchema(db: Database): Promise<readonly string[]> {
  const facts = db.dialect === 'sqlite' ? await readSqlite(db) : await readPostgres(db)
  return facts.sort()
}

/**
 * Reads the text of each statement that SQLite stores, without differences in white space and name quoting.
 */
async function readSqlite({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; text: string | null }>`
    select type, tbl_name || '.' || name as name, sql as text from sqlite_master`.execute(kysely)
  return rows.map(({ type, name, text }) => `${type} ${name}: ${normalize(text ?? 'automatic')}`)
}

function normalize(text: string): string {
  return text.replaceAll('"', '').replace(/\s+/g, ' ').toLowerCase()
}

async function readPostgres({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ fact: string }>`
    select format('column %s.%s %s: %s null=%s default=%s', table_name,
      row_number() over (partition by table_name order by ordinal_position), column_name, data_type, is_nullable, coalesce(column_default, '-')) as fact
    from information_schema.columns where table_schema = 'public'
    union all
    select format('constraint %s.%s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select format('index %s.%s: %s', tablename, indexname, indexdef)
    from pg_indexes where schemaname = 'public'
    union all
    select format('%s %s', table_type, table_name)
    from information_schema.tables where table_schema = 'public'`.execute(kysely)
  return rows.map(({ fact }) => fact)
}

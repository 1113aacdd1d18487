import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openTestDatabase } from '../flows/support/openTestDatabase.ts'

/** All statements that kysely compiles, except those that only SQLite can run. */
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i
/**
 * The objects that only SQLite migrations touch: its catalogue, and the copy of a table that they rebuild.
 */
const SQLITE_ALONE = /\bsqlite_master\b|\bpragma_|\brequests_kept\b/
/** `among` produces this text for SQLite, and the replacement for PostgreSQL. */
const AMONG = /in \(select value from json_each\((\$\d+)\)\)/g

/**
 * `node tests/support/prepareSql.ts FOLDER`: makes PostgreSQL prepare the statements that `collectSql.ts` stored there. The command fails
 * if any statement is rejected.
 */
const texts = readTexts(process.argv[2] ?? '')
process.env['TEST_DATABASE'] = 'postgres'
await using database = await openTestDatabase()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const failures: string[] = []
for (const text of texts) {
  try {
    await client.query(`prepare one as ${text}`)
    await client.query('deallocate one')
  } catch (error) {
    failures.push(`${error instanceof Error ? error.message : error}\n    ${text}`)
  }
}
await client.end()
for (const failure of failures) console.error(failure)
console.log(
  `${texts.length - failures.length} of ${texts.length} statements of the suites on SQLite prepared on PostgreSQL.`,
)
process.exitCode = failures.length === 0 && texts.length > 0 ? 0 : 1

function readTexts(folder: string): string[] {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const lines = files.flatMap((text) => text.split('\n').filter(Boolean))
  const all: string[] = lines.map((line) => JSON.parse(line))
  const ours = all.filter((text) => PREPARABLE.test(text) && !SQLITE_ALONE.test(text))
  return [...new Set(ours.map((text) => text.replaceAll(AMONG, '= any($1::text[])')))]
}

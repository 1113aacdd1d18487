import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresQueryCompiler, SqliteQueryCompiler } from 'kysely'
import { afterAll } from 'vitest'

/**
 * Runs before each suite on SQLite, when `COLLECT_SQL` names a folder. This file also compiles every kysely statement for PostgreSQL, and
 * stores each as one line of JSON. `prepareSql.ts` lets a server prepare these statements.
 */
const folder = process.env['COLLECT_SQL']

if (folder !== undefined && process.env['TEST_DATABASE'] === 'sqlite') {
  const seen = new Set<string>()
  const found: string[] = []
  const compileQuery = Object.getPrototypeOf(SqliteQueryCompiler.prototype).compileQuery
  SqliteQueryCompiler.prototype.compileQuery = function (node, queryId) {
    const compiled = compileQuery.call(this, node, queryId)
    if (!seen.has(compiled.sql)) {
      seen.add(compiled.sql)
      found.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
    }
    return compiled
  }
  afterAll(() => {
    const file = join(folder, `${process.pid}.jsonl`)
    appendFileSync(
      file,
      found
        .splice(0)
        .map((text) => `${JSON.stringify(text)}\n`)
        .join(''),
    )
  })
}

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockOf } from '../../host/src/db/lockOf.ts'
import { migrations } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase, type Tx } from '../../host/src/db/openDatabase.ts'
import { previewMigrations } from '../../host/src/db/previewMigrations.ts'
import { runMigrations } from '../../host/src/db/runMigrations.ts'
import { createDatabasePlace, type DatabasePlace } from '../flows/support/openTestDatabase.ts'

const REPAIRED = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name <= '0014-repair-early-schemas'),
)

/** PostgreSQL's table locks, from weakest to strongest. */
const MODES = [
  'none',
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
]

let place: DatabasePlace
let db: Database
beforeAll(async () => {
  place = await createDatabasePlace()
  db = await openDatabase(place.url)
})
afterAll(async () => {
  await db[Symbol.asyncDispose]()
  await place.remove()
})

/** Returns the strongest lock of this transaction on the tables that existed before it. */
async function strongestLock(tx: Tx, existing: readonly string[]): Promise<string> {
  const { rows } = await sql<{ mode: string }>`
    select distinct mode from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname = any(${existing})`.execute(tx)
  const names = rows.map(({ mode }) =>
    mode
      .replace(/Lock$/, '')
      .replace(/([a-z])(?=[A-Z])/g, '$1 ')
      .toUpperCase(),
  )
  return names.sort((a, b) => MODES.indexOf(b) - MODES.indexOf(a))[0] ?? 'none'
}

it.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'every statement of a migration locks tables at most as the preview prints, by PostgreSQL’s own list of locks',
  async () => {
    // The statements of the early repair depend on the database.
    await runMigrations(db, REPAIRED)
    const steps = await previewMigrations(db, migrations)
    const statements = steps.flat().flatMap((preview) => preview.statements)
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const statement of statements.filter((one) => !one.includes('$'))) {
      const tables = (await db.kysely.introspection.getTables()).map(({ name }) => name)
      await db.transaction(async (tx) => {
        await sql.raw(statement).execute(tx)
        const actual = await strongestLock(tx, tables)
        seen.add(actual)
        if (actual !== lockOf(statement).mode) wrong.push(`${actual}: ${statement}`)
      })
    }
    expect(wrong).toEqual([])
    expect([...seen].sort()).toEqual([
      'ACCESS EXCLUSIVE',
      'ROW EXCLUSIVE',
      'SHARE',
      'SHARE ROW EXCLUSIVE',
      'none',
    ])
  },
)

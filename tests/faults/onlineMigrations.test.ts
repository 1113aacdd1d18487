import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toConcurrent } from '../../host/src/db/buildIndex.ts'
import { migrate, migrations } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { previewMigrations } from '../../host/src/db/previewMigrations.ts'
import { runMigrations } from '../../host/src/db/runMigrations.ts'
import type { SchemaChanges } from '../../host/src/db/schemaChange.ts'
import {
  createDatabasePlace,
  createMigratedPlace,
  type DatabasePlace,
} from '../flows/support/openTestDatabase.ts'
import { startTestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { holdLock } from './support/holdLock.ts'
import { readSchema } from './support/readSchema.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
/** A host waits this long for a lock before it returns 503. */
const HOST_LOCK_MS = 5_000

let place: DatabasePlace
let resources: AsyncDisposableStack
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  place = await createMigratedPlace()
  await using db = await openDatabase(place.url)
  await migrate(db)
})
afterEach(async () => {
  await resources.disposeAsync()
  await place.remove()
})

const open = async (url = place.url) => resources.use(await openDatabase(url))

/** A migration that adds a column which older hosts ignore. */
const addNote = (needs?: string) => ({
  ...(needs !== undefined && { needs }),
  async up(db: Parameters<(typeof migrations)['0102-state-needs']['up']>[0]) {
    await db.schema.alterTable('tenants').addColumn('upgrade_note', 'text').execute()
  },
})
const INDEX = 'create index tenants_upgrade on tenants (name)'
const addIndex = { needs: '0102-state-needs', indexes: [INDEX] }

/** The migrations up to the last one whose statements depend on the database. */
const REPAIRED = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name <= '0014-repair-early-schemas'),
)

const later = (changes: SchemaChanges): SchemaChanges => ({ ...migrations, ...changes })

async function indexes(db: Database): Promise<string[]> {
  return (await readSchema(db)).filter((fact) => fact.includes('tenants_upgrade'))
}

/** Returns whether PostgreSQL has completed the index. */
async function isValid(db: Database): Promise<boolean | undefined> {
  const { rows } = await sql<{ indisvalid: boolean }>`select indisvalid from pg_index
    where indexrelid = to_regclass('tenants_upgrade')`.execute(db.kysely)
  return rows[0]?.indisvalid
}

describe('A schema that states its needs', () => {
  it('a schema with a later additive migration lets a host of this release start and serve', async () => {
    const release = later({ '9000-add-note': addNote('0102-state-needs'), '9001-index': addIndex })
    expect(await runMigrations(await open(), release)).toEqual(['9000-add-note', '9001-index'])
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const created = await test.call('POST', '/v2/secure-payments', {
      body: { requests: [usdcItem] },
    })
    expect(created.status).toBe(201)
  })

  it('a schema with a later migration that states no need rejects a host of this release by name', async () => {
    await runMigrations(await open(), later({ '9000-add-note': addNote() }))
    await expect(startTestHost({ PAY_DATABASE_URL: place.url })).rejects.toThrow(
      /^The database needs a release with migrations that this release does not include: 9000-add-note\. Start the release/,
    )
  })

  it('a schema that an expanded release may still use admits that release, and rejects the release before it', async () => {
    const expanded = later({ '9000-add-note': addNote('0102-state-needs') })
    const contracted = {
      ...expanded,
      '9001-drop-name': {
        needs: '9000-add-note',
        up: async () => {},
      },
    }
    const db = await open()
    expect(await runMigrations(db, contracted)).toEqual(['9000-add-note', '9001-drop-name'])
    expect(await runMigrations(db, expanded)).toEqual([])
    await expect(migrate(db)).rejects.toMatchObject({
      code: 'newer_schema',
      message: expect.stringContaining('include: 9000-add-note.'),
    })
  })
})

describe('A step that fails', () => {
  it('a step that fails changes nothing, keeps the steps before it, and shows the database’s own error', async () => {
    const db = await open()
    const failing = later({
      '9000-add-note': addNote('0102-state-needs'),
      '9001-break': {
        needs: '0102-state-needs',
        async up(kysely) {
          await sql`create table half_done (id text)`.execute(kysely)
          await sql`drop table no_such_table`.execute(kysely)
        },
      },
    })
    await expect(runMigrations(db, failing)).rejects.toMatchObject({
      code: 'migration_failed',
      migration: '9001-break',
      message: expect.stringMatching(
        /no_such_table.*It changed nothing\. These were applied before it: 9000-add-note\./,
      ),
    })
    expect((await readSchema(db)).filter((fact) => fact.includes('half_done'))).toEqual([])
    expect(await migrate(db)).toEqual([])
    expect(
      await runMigrations(db, later({ '9000-add-note': addNote('0102-state-needs') })),
    ).toEqual([])
  })
})

describe('A preview of migrations', () => {
  it('a preview of migrations prints the statements that create the schema, and executes none', async () => {
    const empty = await createDatabasePlace()
    resources.defer(() => empty.remove())
    const db = await open(empty.url)
    await runMigrations(db, REPAIRED)
    const before = await readSchema(db)
    const steps = await previewMigrations(db, migrations)
    expect(await readSchema(db)).toEqual(before)
    const statements = steps.flat().flatMap((preview) => preview.statements)
    await db.transaction(async (tx) => {
      for (const statement of statements) {
        if (!statement.includes('$') && !statement.includes('?'))
          await sql.raw(statement).execute(tx)
      }
    })
    expect(await readSchema(db)).toEqual(await readSchema(await open()))
  })

  it('a preview of a concurrent index shows the statement that PostgreSQL executes', async () => {
    const steps = await previewMigrations(await open(), later({ '9000-index': addIndex }))
    const statement = isPostgres
      ? 'create index concurrently tenants_upgrade on tenants (name)'
      : INDEX
    expect(steps).toEqual([[{ migration: '9000-index', statements: [statement] }]])
  })
})

describe('A migration that states indexes', () => {
  it('a migration that states indexes creates them once', async () => {
    const db = await open()
    const release = later({ '9000-index': addIndex })
    expect(await runMigrations(db, release)).toEqual(['9000-index'])
    expect(await indexes(db)).toHaveLength(1)
    expect(await runMigrations(db, release)).toEqual([])
  })

  it.runIf(isPostgres)(
    'a migration that states indexes lets hosts write to the table while PostgreSQL builds the index',
    async () => {
      const db = await open()
      const hold = await holdLock(place.url, 'tenants', 'row exclusive')
      const migrating = runMigrations(db, later({ '9000-index': addIndex }))
      await hold.untilBlocked('create index concurrently')
      await db.kysely
        .insertInto('tenants')
        .values({ id: 'new', name: 'New', created_at: 't' })
        .execute()
      expect(await isValid(db)).toBe(false)
      await hold.release()
      expect(await migrating).toEqual(['9000-index'])
      expect(await isValid(db)).toBe(true)
    },
  )

  it.runIf(isPostgres)(
    'a migration that states indexes replaces an invalid index of an earlier attempt',
    async () => {
      const db = await open()
      for (const id of ['a', 'b']) {
        await db.kysely
          .insertInto('tenants')
          .values({ id, name: 'Same', created_at: 't' })
          .execute()
      }
      const unique = INDEX.replace('index', 'unique index').replace('create ', 'create ')
      await expect(sql.raw(toConcurrent(unique)).execute(db.kysely)).rejects.toThrow(
        'tenants_upgrade',
      )
      await runMigrations(db, later({ '9000-index': addIndex }))
      const { rows } = await sql`select indisvalid, indisunique from pg_index
        where indexrelid = 'tenants_upgrade'::regclass`.execute(db.kysely)
      expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
    },
  )
})

describe.runIf(isPostgres)('A migration whose table another transaction uses', () => {
  it('a migration whose table another transaction uses lets hosts read in between, and runs once the table is free', async () => {
    const db = await open()
    const hold = await holdLock(place.url, 'tenants', 'access share')
    const attempts: number[] = []
    const migrating = runMigrations(db, later({ '9000-add-note': addNote('0102-state-needs') }), {
      onBlocked: ({ attempt }) => void attempts.push(attempt),
    })
    await hold.untilBlocked('alter table')
    const startedMs = performance.now()
    await db.kysely.selectFrom('tenants').select('id').execute()
    expect(performance.now() - startedMs).toBeLessThan(HOST_LOCK_MS)
    await waitUntil(() => attempts.length > 0)
    await hold.release()
    expect(await migrating).toEqual(['9000-add-note'])
  })

  it('a migration whose table stays in use fails with the lock as its reason, and leaves the schema', async () => {
    const db = await open()
    const before = await readSchema(db)
    await using _hold = await holdLock(place.url, 'tenants', 'access share')
    const release = later({ '9000-add-note': addNote('0102-state-needs') })
    await expect(runMigrations(db, release, { maxTries: 1 })).rejects.toThrow(
      /9000-add-note failed: canceling statement due to lock timeout\. Nothing was changed/,
    )
    expect(await readSchema(db)).toEqual(before)
  })
})

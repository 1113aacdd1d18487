import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError, isUniqueViolation } from '../../host/src/db/errors.ts'
import { migrate, migrations } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { createDatabasePlace, type DatabasePlace } from '../flows/support/openTestDatabase.ts'
import { startSlowServer } from '../support/startSlowServer.ts'

const LARGE = 2n ** 62n + 1n
/** The number of event-loop turns for which a write waits. */
const TURNS = 10
const TURN_MS = 5
const MAX_CONNECTIONS = 3
const isSqlite = process.env['TEST_DATABASE'] !== 'postgres'

let place: DatabasePlace
let opened: Database[]
beforeEach(async () => {
  place = await createDatabasePlace()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((db) => db[Symbol.asyncDispose]()))
  await place.remove()
})

async function open(): Promise<Database> {
  const db = await openDatabase(place.url)
  opened.push(db)
  return db
}

async function openMigrated(): Promise<Database> {
  const db = await open()
  await migrate(db)
  return db
}

const lease = (name: string, fencing = 0n) => ({ name, holder: 'h', fencing, expires_at: 't' })

async function countLeases(db: Database): Promise<number> {
  return (await db.kysely.selectFrom('leases').select('name').execute()).length
}

describe('Migrations', () => {
  it('migrations run once for any number of hosts that start together', async () => {
    const hosts = await Promise.all(Array.from({ length: 20 }, open))
    const runs = await Promise.all(hosts.map((db) => migrate(db)))
    expect(runs.filter((run) => run.length > 0)).toEqual([Object.keys(migrations)])
  })

  it('migrations change nothing on a database that is up to date', async () => {
    expect(await migrate(await openMigrated())).toEqual([])
  })

  it('migrations reject a database that a newer release has written', async () => {
    const db = await openMigrated()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', ${new Date().toISOString()})`.execute(
      db.kysely,
    )
    await expect(migrate(db)).rejects.toThrowErrorMatchingInlineSnapshot(
      `[NewerSchemaError: The database needs a release with migrations that this release does not include: 9999-from-the-future. Start the release that migrated the database, or a later one, or restore a backup.]`,
    )
  })

  it('migrations leave no trace when they fail midway', async () => {
    const db = await open()
    const failing = db.exclusive(({ transaction }) =>
      transaction(async (tx) => {
        await migrations['0001-create-tables'].up(tx as never)
        throw new Error('cut off')
      }),
    )
    await expect(failing).rejects.toThrow('cut off')
    expect(await db.kysely.introspection.getTables()).toEqual([])
    expect(await migrate(db)).toEqual(Object.keys(migrations))
  })
})

describe('A database', () => {
  it('a database keeps 64-bit numbers exact, as bigint, and other numbers as number', async () => {
    const db = await openMigrated()
    await db.kysely.insertInto('leases').values(lease('a', LARGE)).execute()
    expect(await db.kysely.selectFrom('leases').selectAll().execute()).toEqual([lease('a', LARGE)])
    const row = { id: 'e', tenant_id: 't', request_id: 'r', client_id: null, type: 'x' }
    await db.kysely
      .insertInto('events')
      .values({ ...row, sequence: 3, body: '{}', created_at: 't' })
      .execute()
    const [event] = await db.kysely.selectFrom('events').select('sequence').execute()
    expect(event).toEqual({ sequence: 3 })
  })

  it('a database compares a parameter by its column’s type: numbers as numbers and text as text', async () => {
    const db = await openMigrated()
    await db.kysely
      .insertInto('leases')
      .values([lease('9', -LARGE), lease('10', 9n), lease('010', 10n), lease('e', LARGE)])
      .execute()
    const byFencing = async (operator: '=' | '<' | '>' | 'in', value: bigint | readonly bigint[]) =>
      (
        await db.kysely
          .selectFrom('leases')
          .select('name')
          .where('fencing', operator, value)
          .orderBy('fencing')
          .execute()
      ).map(({ name }) => name)
    expect(await byFencing('=', LARGE)).toEqual(['e'])
    expect(await byFencing('=', LARGE - 1n)).toEqual([])
    expect(await byFencing('>', LARGE - 1n)).toEqual(['e'])
    expect(await byFencing('<', 10n)).toEqual(['9', '10'])
    expect(await byFencing('in', [-LARGE, 10n])).toEqual(['9', '010'])
    const named = await db.kysely
      .selectFrom('leases')
      .select('name')
      .where('name', '>', '10')
      .orderBy('name')
      .limit(2)
      .execute()
    expect(named).toEqual([{ name: '9' }, { name: 'e' }])
    const texts = sql<{ name: string }>`select name from leases where name = ${'10'}`
    expect((await texts.execute(db.kysely)).rows).toEqual([{ name: '10' }])
  })

  it('a database commits a transaction as a whole or not at all', async () => {
    const db = await openMigrated()
    const failing = db.transaction(async (tx) => {
      await tx.insertInto('leases').values(lease('a')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await countLeases(db)).toBe(0)
  })

  it('a database hides a transaction’s changes until the transaction commits', async () => {
    const db = await openMigrated()
    await db.transaction(async (tx) => {
      await tx.insertInto('leases').values(lease('a')).execute()
      expect(await countLeases(db)).toBe(0)
      expect(await tx.selectFrom('leases').select('name').execute()).toHaveLength(1)
    })
    expect(await countLeases(db)).toBe(1)
  })

  it('a database loses no update of concurrent transactions', async () => {
    const db = await openMigrated()
    await db.kysely.insertInto('leases').values(lease('a')).execute()
    const add = async () =>
      db.transaction(async (tx) => {
        await tx
          .updateTable('leases')
          .set((eb) => ({ fencing: eb('fencing', '+', 1n) }))
          .where('name', '=', 'a')
          .execute()
      })
    await Promise.all(Array.from({ length: 50 }, add))
    const [row] = await db.kysely.selectFrom('leases').select('fencing').execute()
    expect(row).toEqual({ fencing: 50n })
  })

  it('a database retries a transaction that conflicted with another writer', async () => {
    const db = await openMigrated()
    let tries = 0
    const result = await db.transaction(async (tx) => {
      tries += 1
      await tx.insertInto('leases').values(lease('a')).execute()
      if (tries < 3)
        throw Object.assign(new Error('lost'), { code: isSqlite ? 'SQLITE_BUSY' : '40P01' })
      return 'won'
    })
    expect({ result, tries, leases: await countLeases(db) }).toEqual({
      result: 'won',
      tries: 3,
      leases: 1,
    })
  })

  it('a database gives up after 4 attempts, with a retryable error', async () => {
    const db = await openMigrated()
    let tries = 0
    const failing = db.transaction(async () => {
      tries += 1
      throw Object.assign(new Error('lost'), { code: isSqlite ? 'SQLITE_BUSY' : '40001' })
    })
    await expect(failing).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(tries).toBe(4)
  })

  it('a database inserts rows into several tables together, or inserts none', async () => {
    const db = await openMigrated()
    const columns = ['name', 'holder', 'fencing', 'expires_at'] as const
    const tenants = { table: 'tenants', columns: ['id', 'name', 'created_at'] } as const
    const leases = { table: 'leases', columns } as const
    await db.insertRows([
      { ...tenants, rows: [['t1', "O'Neil \u{1f600}", 'now']] },
      {
        ...leases,
        rows: [
          ['a', 'h', LARGE, 't'],
          ['b', 'h', 0n, 't'],
        ],
      },
    ])
    expect(await db.kysely.selectFrom('leases').selectAll().orderBy('name').execute()).toEqual([
      lease('a', LARGE),
      lease('b'),
    ])
    const clash = db.insertRows([
      { ...tenants, rows: [['t2', 'x', 'now']] },
      { ...leases, rows: [['a', 'h', 1n, 't']] },
    ])
    await expect(clash).rejects.toSatisfy(isUniqueViolation)
    const names = await db.kysely.selectFrom('tenants').select('name').execute()
    expect(names).toEqual([{ name: "O'Neil \u{1f600}" }])
  })

  it('a database binds new values to a prepared read at each call', async () => {
    const db = await openMigrated()
    await db.kysely
      .insertInto('leases')
      .values([lease('a', 1n), lease('b', LARGE)])
      .execute()
    const read = db.prepare(
      db.kysely.selectFrom('leases').select('fencing').where('name', '=', '').compile(),
    )
    expect(await read('b')).toEqual([{ fencing: LARGE }])
    expect(await read('a')).toEqual([{ fencing: 1n }])
    expect(await read('c')).toEqual([])
  })

  it.runIf(isSqlite)(
    'a database survives power loss: the log is synced at each commit',
    async () => {
      await openMigrated()
      const raw = new SqliteDatabase(place.url.replace('sqlite:', ''))
      expect(raw.pragma('journal_mode', { simple: true })).toBe('wal')
      raw.close()
    },
  )

  it.runIf(isSqlite)(
    'a database waits for another process without blocking the event loop',
    async () => {
      const db = await openMigrated()
      const other = new SqliteDatabase(place.url.replace('sqlite:', ''))
      other.exec('begin immediate')
      let isWritten = false
      const write = db
        .transaction((tx) => tx.insertInto('leases').values(lease('a')).execute())
        .finally(() => {
          isWritten = true
        })
      // Reads and timers run while the write waits. A write that blocked the event loop would have failed before the first read.
      for (let turn = 0; turn < TURNS; turn += 1) {
        expect(await countLeases(db)).toBe(0)
        await delay(TURN_MS)
        expect(isWritten).toBe(false)
      }
      other.exec('commit')
      other.close()
      await write
      expect(await countLeases(db)).toBe(1)
    },
  )

  it.runIf(isSqlite)(
    'a database refuses to open without write permission, and names the path',
    async () => {
      await expect(openDatabase('sqlite:/dev/null/here.db')).rejects.toThrow('/dev/null')
    },
  )

  it.skipIf(isSqlite)(
    'a database waits for a server that accepts the connection and responds late',
    async () => {
      const url = new URL(place.url)
      const target = { host: url.hostname, port: Number(url.port) }
      await using server = await startSlowServer(target, { unanswered: 2 })
      url.port = String(server.port)
      url.searchParams.set('connect_timeout', '1')
      await using db = await openDatabase(url.href)
      expect(server.connections()).toBeGreaterThanOrEqual(3)
      const { rows } = await sql`select 1 as one`.execute(db.kysely)
      expect(rows).toEqual([{ one: 1 }])
    },
  )

  it.skipIf(isSqlite)(
    'a database reports that it is unavailable when every connection stays in use',
    async () => {
      const url = new URL(place.url)
      // In this time, even a slow machine opens every connection.
      url.searchParams.set('connect_timeout', '5')
      url.searchParams.set('connection_limit', String(MAX_CONNECTIONS))
      await using db = await openDatabase(url.href)
      const done = Promise.withResolvers<void>()
      const holders = Array.from({ length: MAX_CONNECTIONS }, () => {
        const held = Promise.withResolvers<void>()
        const end = db.transaction(async (tx) => {
          await sql`select 1`.execute(tx)
          held.resolve()
          await done.promise
        })
        end.catch(held.reject)
        return { held: held.promise, end }
      })
      await Promise.all(holders.map(({ held }) => held))
      const write = expect(db.transaction(async () => 'written')).rejects.toThrow(
        DatabaseUnavailableError,
      )
      await delay(TURN_MS)
      const row = { table: 'leases', columns: ['name'], rows: [['a']] } as const
      await expect(db.insertRows([row])).rejects.toThrow(DatabaseUnavailableError)
      done.resolve()
      // The write is not retried: a second attempt would find a free connection and succeed.
      await write
      await Promise.all(holders.map(({ end }) => end))
      expect(await db.transaction(async () => 'written')).toBe('written')
    },
  )

  it.skipIf(isSqlite)('a database fails at once without a server', async () => {
    const url = new URL(place.url)
    url.port = '1'
    await expect(openDatabase(url.href)).rejects.toThrow('ECONNREFUSED')
  })

  it('a database rejects a URL that is for neither SQLite nor PostgreSQL', async () => {
    await expect(openDatabase('mysql://x')).rejects.toThrow('sqlite: or postgres:')
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyDatabase } from '../../host/src/backup/copyDatabase.ts'
import { migrate } from '../../host/src/db/migrate.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { createDatabasePlace } from '../flows/support/openTestDatabase.ts'
import { startMockWorld } from '../flows/support/startMockWorld.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const MIGRATIONS = { without: ['kysely_migration', 'kysely_migration_lock'] }

let folder: string
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-copy-'))
  url = `sqlite:${join(folder, 'pay.db')}`
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates paid and unpaid requests with their events, in one SQLite file. */
async function fill(): Promise<string> {
  await using db = await openDatabase(url)
  await migrate(db)
  const fills = { url, db, async [Symbol.asyncDispose]() {} }
  await using world = await startMockWorld({ fills })
  for (let order = 0; order < 5; order += 1) {
    const request = await world.createRequest()
    if (order < 3) world.mine([world.payment(request)])
  }
  // A value above 2^53 must keep its digits, and text its characters.
  const settings = { name: 'odd', value: 'ü "quoted" \\ \n 😀', created_at: '2026-01-01' }
  await db.kysely.insertInto('settings').values(settings).execute()
  await db.kysely
    .updateTable('tenants')
    .set({ relay_daily_gas: 2n ** 60n + 1n })
    .execute()
  world.mine()
  world.mine()
  expect(await world.poll(3)).toBeNull()
  expect((await db.kysely.selectFrom('payments').select('id').execute()).length).toBe(3)
  return await dumpDatabase(db, MIGRATIONS)
}

describe.skipIf(!isPostgres)('The command copy from SQLite to PostgreSQL', () => {
  it('copy transfers every row unchanged, continues an interrupted run', async () => {
    const expected = await fill()
    const place = await createDatabasePlace()
    const tables: string[] = []
    const interrupted = copyDatabase(url, place.url, ({ table }) => {
      tables.push(table)
      if (table === 'requests') throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    const seen = new Map<string, boolean>()
    await copyDatabase(url, place.url, ({ table, isNew }) => void seen.set(table, isNew))
    for (const table of tables)
      expect({ table, isNew: seen.get(table) }).toEqual({ table, isNew: false })
    expect(seen.get('payments')).toBe(true)
    {
      await using copy = await openDatabase(place.url)
      expect(await dumpDatabase(copy, MIGRATIONS)).toBe(expected)
      expect(await migrate(copy)).toEqual([])
      const { kysely } = copy
      const [gas] = await kysely.selectFrom('tenants').select('relay_daily_gas').execute()
      expect(gas?.relay_daily_gas).toBe(2n ** 60n + 1n)
    }
    await place.remove()
  })

  it('copy rejects a target with other rows, a source in use, and the other direction', async () => {
    const place = await createDatabasePlace()
    {
      await using target = await openDatabase(place.url)
      await migrate(target)
      const other = { id: 'other', name: 'Other', created_at: '2026-01-01' }
      await target.kysely.insertInto('tenants').values(other).execute()
    }
    const copy = () => copyDatabase(url, place.url, () => {})
    await expect(copy()).rejects.toThrow(/other rows in the PostgreSQL database.*tenants/)
    {
      await using db = await openDatabase(url)
      await db.kysely.selectFrom('tenants').select('id').execute()
      await expect(copy()).rejects.toThrow(/Stop every host/)
    }
    await expect(copyDatabase(place.url, url, () => {})).rejects.toThrow(
      /from SQLite to PostgreSQL/,
    )
    await place.remove()
  })
})

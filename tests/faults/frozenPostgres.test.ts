import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import type { Schema } from '../../host/src/db/schema.ts'
import { type Postgres, startPostgres } from '../../scripts/lib/startPostgres.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { create, createLoad } from './support/createLoad.ts'
import { type HostProcess, startHostProcess } from './support/startHostProcess.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
/** `STATEMENT_MS=10000 FREEZE_MS=60000` sets a host's default limit, and the freeze for which that limit was designed. */
const STATEMENT_MS = Number(process.env['STATEMENT_MS'] ?? 1_000)
const FREEZE_MS = Number(process.env['FREEZE_MS'] ?? 0)
/**
 * The limit for a response. It covers the statement timeout, its margin of 1 s, the wait of 2 s for a connection, and a reserve for slow
 * machines.
 */
const ANSWER_MS = STATEMENT_MS + 9_000
/**
 * The limit for the first call after the freeze, which can wait for a connection that the freeze broke.
 */
const BACK_MS = ANSWER_MS
const REFUSALS = 20
const SETTINGS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const

describe.skipIf(!isPostgres)('A PostgreSQL that hangs', () => {
  let server: Postgres
  let host: HostProcess
  beforeAll(async () => {
    server = await startPostgres()
    host = await startHostProcess({
      PAY_DATABASE_URL: `${server.url}?statement_timeout=${STATEMENT_MS}`,
    })
  })
  afterAll(async () => {
    server?.thaw()
    await host?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  it(
    'a PostgreSQL that hangs delays no call beyond the bound, and is used again once it responds',
    async () => {
      await using load = createLoad([host.url])
      await waitUntil(() => load.acknowledged.size > REFUSALS)
      load.takeSlowest()
      server.freeze()
      const frozenMs = performance.now()
      try {
        await waitUntil(() => (load.refused.get(503) ?? 0) >= REFUSALS, 60_000)
        // `GET /readyz` does not wait for the statement timeout.
        const { status } = await fetch(`${host.url}/readyz`)
        expect(status).toBe(503)
        await waitUntil(() => performance.now() - frozenMs >= FREEZE_MS, FREEZE_MS + 1_000)
      } finally {
        server.thaw()
      }
      const thawedMs = performance.now()
      await waitUntil(async () => (await create(host.url, `back-${thawedMs}`)).status === 201)
      const backMs = performance.now() - thawedMs
      const slowestMs = load.takeSlowest()
      await load[Symbol.asyncDispose]()
      if (process.env['SHOW_FIGURES'] !== undefined) console.log({ slowestMs, backMs })
      expect(slowestMs).toBeLessThan(ANSWER_MS)
      expect(backMs).toBeLessThan(BACK_MS)
      expect([...load.refused.keys()]).toEqual([503])
      expect(host.exitCode(), host.output()).toBeNull()
      await using db = await openDatabase(server.url)
      const stored = await db.kysely.selectFrom('secure_payments').select('token').execute()
      const tokens = new Set(stored.map(({ token }) => token))
      expect([...load.acknowledged.values()].filter((token) => !tokens.has(token))).toEqual([])
    },
    120_000 + FREEZE_MS,
  )

  it('a PostgreSQL that hangs ends statements, lock waits and idle transactions by its own timeouts, but no migration', async () => {
    await using db = await openDatabase(server.url)
    const settings = (kysely: Kysely<Schema>) =>
      Promise.all(
        SETTINGS.map(async (name) => {
          const { rows } = await sql<{ ms: string }>`
            select setting as ms from pg_settings where name = ${name}`.execute(kysely)
          return Number(rows[0]?.ms)
        }),
      )
    expect(await settings(db.kysely)).toEqual([10_000, 5_000, 15_000])
    const hours = 6 * 3_600_000
    const own = await db.exclusive(({ transaction }) => transaction(settings))
    expect(own).toEqual([hours, 600_000, hours])
  })

  it('a PostgreSQL that hangs is distinguished from a slow statement, which alone fails with 503', async () => {
    await using db = await openDatabase(`${server.url}?statement_timeout=200`)
    const slow = db.transaction((tx) => sql`select pg_sleep(5)`.execute(tx))
    await expect(slow).rejects.toMatchObject({ code: 'database_unavailable' })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db.kysely)
    expect(rows).toEqual([{ one: 1 }])
  })
})

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../host/src/db/openDatabase.ts'
import { createReadiness } from '../../host/src/readiness/createReadiness.ts'
import { readinessChecks } from '../../host/src/readiness/readinessChecks.ts'
import { saveRestore } from '../../host/src/restores/restore.ts'
import type { Answer } from '../support/callApi.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const isSqlite = process.env['TEST_DATABASE'] !== 'postgres'
const FLOOD = 300
const UNLIMITED_PAGES = 4_294_967_294
const GUIDE = new URL('../../docs/guides/run-the-host.md', import.meta.url)

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ PAY_NETWORKS: 'devnet,devnet-b' })
})
afterAll(() => test[Symbol.asyncDispose]())

const ask = (of: Pick<TestHost, 'call'> = test): Promise<Answer> =>
  of.call('GET', '/readyz', { anonymous: true })
const checksOf = (found: readonly { check: string; network: string | null }[]): string[] =>
  found.map(({ check, network }) => (network === null ? check : `${check} ${network}`))

/** Stores an observation of a network by a host's watcher, `silentMs` ago. */
async function see(network: string, silentMs: number): Promise<void> {
  const seen = {
    block_number: 995n,
    block_hash: '0x',
    head_number: 1_000n,
    updated_at: new Date(test.clock.now().getTime() - silentMs).toISOString(),
  }
  await test.host.context.db.kysely
    .insertInto('chain_cursors')
    .values({ network, ...seen })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(seen))
    .execute()
}

describe('GET /readyz', () => {
  it('GET /readyz returns 503 while every network is down, and 200 with a warning while one network is down', async () => {
    await see('devnet', 31_000)
    const down = await ask()
    expect({ status: down.status, code: down.json.code }).toEqual({
      status: 503,
      code: 'not_ready',
    })
    expect(down.headers['retry-after']).toMatch(/^\d+$/)
    expect(checksOf(down.json.failures)).toEqual(['all_networks_down'])
    expect(checksOf(down.json.warnings)).toEqual(['network_down devnet', 'network_down devnet-b'])
    await see('devnet', 0)
    await expect.poll(async () => (await ask()).status).toBe(200)
    const up = await ask()
    expect(up.json).toMatchObject({ status: 'ready', database: 'ok' })
    expect(checksOf(up.json.warnings)).toEqual(['network_down devnet-b'])
  })

  it('GET /readyz returns 503 with the reason while no network is served', async () => {
    await using bare = await startTestHost({
      PAY_NETWORKS: '',
      PAY_RPC_URL_DEVNET: '',
      PAY_RPC_URL_DEVNET_B: '',
      PAY_RPC_URL_BASE: '',
    })
    const { status, json } = await ask(bare)
    expect(status).toBe(503)
    expect(checksOf(json.failures)).toEqual(['no_networks'])
    expect(json.message).toContain('PAY_NETWORKS=base')
  })

  it('GET /readyz warns after a restore until the operator has ended the reconciliation', async () => {
    await see('devnet', 0)
    const { db, now } = test.host.context
    const at = now().toISOString()
    const warnings = async () => checksOf((await ask()).json.warnings ?? [])
    await saveRestore(db.kysely, { at, endedAt: null, cursors: {} }, at)
    await expect.poll(warnings).toContain('reconciliation_open')
    expect((await ask()).status).toBe(200)
    expect((await ask()).text).toContain('reconcile, and end it with --finish')
    await saveRestore(db.kysely, { at, endedAt: at, cursors: {} }, at)
    await expect.poll(warnings).not.toContain('reconciliation_open')
  })

  it('GET /readyz writes nothing, regardless of the number of calls', async () => {
    const { db } = test.host.context
    // A write would store the new time.
    test.clock.advance(1)
    const before = await readLeases(db)
    const answers = await Promise.all(Array.from({ length: FLOOD }, () => ask()))
    expect(new Set(answers.map(({ text }) => stripRequestId(text))).size).toBeLessThanOrEqual(2)
    expect(await readLeases(db)).toEqual(before)
  })

  it('GET /readyz runs each check once for all calls within a second', async () => {
    let runs = 0
    const count = {
      name: 'count',
      level: 'warning',
      async run() {
        runs += 1
        return []
      },
    } as const
    await see('devnet', 0)
    const readiness = createReadiness(test.host.context, [count])
    await Promise.all(Array.from({ length: FLOOD }, readiness))
    await Promise.all(Array.from({ length: FLOOD }, readiness))
    expect(runs).toBe(1)
    await expect.poll(() => readiness().then(() => runs)).toBe(2)
  })

  it('GET /readyz shows a check that fails to run as a warning, without its error', async () => {
    const broken = {
      name: 'broken',
      level: 'failure',
      run() {
        throw new Error('secret')
      },
    } as const
    const answer = await createReadiness(test.host.context, [broken])()
    expect(checksOf(answer.warnings)).toEqual(['broken'])
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it.runIf(isSqlite)(
    'GET /readyz returns 503 while writes fail, and recovers without a call',
    async () => {
      const { db } = test.host.context
      await see('devnet', 0)
      await setFull(db, true)
      const body = { requests: Array.from({ length: 50 }, () => usdcItem) }
      await expect
        .poll(async () => (await test.call('POST', '/v2/secure-payments', { body })).status)
        .toBe(503)
      await expect
        .poll(async () => checksOf((await ask()).json.failures ?? []))
        .toEqual(['database_writes'])
      await sql.raw(`pragma max_page_count = ${UNLIMITED_PAGES}`).execute(db.kysely)
      await expect.poll(async () => (await ask()).status).toBe(200)
    },
  )
})

it('GET /readyz runs exactly the checks in the guide, each at its level', () => {
  const rows = readFileSync(GUIDE, 'utf8').matchAll(/^\| `(\w+)` \| (failure|warning) \|/gm)
  const listed = [...rows].map(([, name, level]) => `${name} ${level}`)
  const run = readinessChecks.map(({ name, level }) => `${name} ${level}`)
  // When the database is unavailable, `database` is reported before any check runs.
  expect(listed.toSorted()).toEqual(['database failure', ...run].toSorted())
})

function readLeases({ kysely }: Database): Promise<unknown[]> {
  return kysely.selectFrom('leases').selectAll().orderBy('name').execute()
}

function stripRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '')
}

/**
 * Limits a database file to its current size, or removes the limit. SQLite returns
 * SQLITE_FULL as on a full disk.
 */
async function setFull(db: Database, isFull: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
    const pages = isFull ? Number(rows[0]?.page_count) : UNLIMITED_PAGES
    await sql.raw(`pragma max_page_count = ${pages}`).execute(tx)
  })
}

import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import type { Schema } from '../../host/src/db/schema.ts'
import { type Postgres, startPostgres } from '../../scripts/lib/startPostgres.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

describe.skipIf(!isPostgres)('a host with a streaming replica', () => {
  let stack: AsyncDisposableStack
  let test: TestHost
  let primary: Postgres
  let standby: Postgres
  let copy: Database
  let requestId: string

  beforeAll(async () => {
    stack = new AsyncDisposableStack()
    primary = stack.use(await startPostgres(['wal_level=replica', 'max_wal_senders=4']))
    standby = stack.use(
      await startPostgres([], (run, data) =>
        run('pg_basebackup', '-R', '-d', primary.url, '-D', data, '-c', 'fast'),
      ),
    )
    copy = stack.use(await openDatabase(standby.url))
    test = stack.use(
      await startTestHost({
        PAY_DATABASE_URL: primary.url,
        PAY_DATABASE_READ_URL: standby.url,
        PAY_METRICS_PORT: '0',
        PAY_NETWORKS: 'devnet',
        PAY_ROLE: 'api',
      }),
    )
    const { requestIds } = await test.createPayment()
    requestId = requestIds[0] ?? ''
  })
  afterEach(() => resume().catch(() => {}))
  afterAll(() => stack.disposeAsync())

  async function readMetric(name: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${test.host.metricsPort}/metrics`)
    const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? 0 : Number(line.slice(name.length + 1))
  }
  const readsFrom = (server: 'primary' | 'replica') =>
    readMetric(`secure_payment_replica_reads_total{server="${server}"}`)

  /** Lists the requests, and returns the reference of the first payment’s request. */
  async function readReference(): Promise<string | null> {
    const { status, json } = await test.call('GET', '/v2/request?limit=100')
    expect(status).toBe(200)
    const found = json.requests.find((one: { requestId: string }) => one.requestId === requestId)
    return found.reference
  }

  /** Changes a reference without a change of the merchant’s version, which only a test does. */
  async function mark(kysely: Kysely<Schema>, reference: string): Promise<void> {
    await kysely.updateTable('requests').set({ reference }).where('id', '=', requestId).execute()
  }
  const kyselyOfPrimary = () => test.host.context.db.kysely
  const pause = () => sql`select pg_wal_replay_pause()`.execute(copy.kysely)
  const resume = () => sql`select pg_wal_replay_resume()`.execute(copy.kysely)

  /** Waits until the host reads from the replica again. */
  async function waitForReplica(): Promise<void> {
    const before = await readsFrom('replica')
    await waitUntil(async () => {
      expect((await test.call('GET', '/v2/request')).status).toBe(200)
      return (await readsFrom('replica')) > before
    })
  }

  it('lists, searches, totals and exports are read from the replica', async () => {
    await waitForReplica()
    for (const path of [
      '/v2/request',
      '/v2/request/export',
      '/v2/payments',
      '/v2/payments/export',
      '/v2/payments/totals',
    ]) {
      const before = await readsFrom('replica')
      expect([path, (await test.call('GET', path)).status]).toEqual([path, 200])
      expect([path, await readsFrom('replica')]).toEqual([path, before + 1])
    }
    await mark(kyselyOfPrimary(), 'copied')
    await waitUntil(async () => (await readReference()) === 'copied')
    await pause()
    await mark(kyselyOfPrimary(), 'newer')
    expect(await readReference()).toBe('copied')
    await resume()
    await waitUntil(async () => (await readReference()) === 'newer')
  })

  it('a caller’s invalid input does not end the use of the replica', async () => {
    await waitForReplica()
    for (let round = 0; round < 5; round++) {
      expect((await test.call('GET', '/v2/payments?cursor=none')).status).toBe(400)
      const before = await readsFrom('replica')
      expect((await test.call('GET', '/v2/payments')).status).toBe(200)
      expect(await readsFrom('replica')).toBe(before + 1)
    }
  })

  it('a merchant reads its own new records while the replica lags, and another merchant still reads from the replica', async () => {
    await waitForReplica()
    const other = await test.createTenant()
    const asOther = { anonymous: true, headers: { 'x-api-key': other.apiKey } }
    await waitUntil(async () => {
      const before = await readsFrom('replica')
      await test.call('GET', '/v2/request', asOther)
      return (await readsFrom('replica')) > before
    })
    await pause()
    const { requestIds } = await test.createPayment()
    const { json } = await test.call('GET', '/v2/request?limit=100')
    expect(idsOf(json)).toContain(requestIds[0])
    const before = await readsFrom('replica')
    await test.call('GET', '/v2/request', asOther)
    expect(await readsFrom('replica')).toBe(before + 1)
    await resume()
  })

  it('a merchant reads a record that another host has just created, although this host saw no write', async () => {
    await waitForReplica()
    await using neighbour = await test.startNeighbour()
    await pause()
    const body = { requests: [usdcItem] }
    const created = await neighbour.call('POST', '/v2/secure-payments', { body })
    expect(created.status).toBe(201)
    const { json } = await test.call('GET', '/v2/request?limit=100')
    expect(idsOf(json)).toContain(created.json.requestIds[0])
    await resume()
  })

  it('the host reads from the primary once the replica is more than 5 s behind, and from the replica once it has caught up', async () => {
    await waitForReplica()
    await pause()
    await mark(kyselyOfPrimary(), 'late')
    await waitUntil(async () => (await readReference()) === 'late')
    expect(await readMetric('secure_payment_database_replica_lag_seconds')).toBeGreaterThan(5)
    await resume()
    await waitForReplica()
    expect(await readMetric('secure_payment_database_replica_lag_seconds')).toBeLessThan(5)
  })

  it('no call fails while the replica ends and returns, and its lag grows meanwhile', async () => {
    await waitForReplica()
    let isDone = false
    const statuses: number[] = []
    const calling = (async () => {
      while (!isDone) {
        for (const path of ['/v2/request', '/v2/payments/export', '/v2/payments/totals']) {
          statuses.push((await test.call('GET', path)).status)
        }
      }
    })()
    await standby.crash()
    await waitUntil(
      async () => (await readMetric('secure_payment_database_replica_lag_seconds')) > 2,
    )
    await standby.restart()
    await waitForReplica()
    isDone = true
    await calling
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThan(5)
  })

  it('a host starts without its replica, and a promoted replica is not read', async () => {
    await standby.crash()
    await using neighbour = await test.startNeighbour()
    expect((await neighbour.call('GET', '/v2/request')).status).toBe(200)
    await standby.restart()
    await waitForReplica()
    await sql`select pg_promote()`.execute(copy.kysely)
    await waitUntil(async () => {
      const before = await readsFrom('primary')
      expect((await test.call('GET', '/v2/request')).status).toBe(200)
      return (await readsFrom('primary')) > before
    })
    await mark(copy.kysely, 'diverged')
    expect(await readReference()).not.toBe('diverged')
  })
})

function idsOf({ requests }: { requests: { requestId: string }[] }): string[] {
  return requests.map(({ requestId }) => requestId)
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { hostFile } from '@secure-payment/devnet'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../host/src/db/openDatabase.ts'
import { API_KEY, startTestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { createDatabasePlace } from './support/openTestDatabase.ts'
import { startMockWorld } from './support/startMockWorld.ts'

const isSqlite = process.env['TEST_DATABASE'] !== 'postgres'
/** Limits the file size of a running process, without root. */
const canLimitFiles = isSqlite && spawnSync('prlimit', ['--version']).status === 0
const MAX_CREATES = 500
const UNLIMITED = 4_294_967_294

/** Stops or allows the growth of a database file. At its maximum size, SQLite returns SQLITE_FULL, as on a full disk. */
async function setFull(db: Database, isFull: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
    const pages = isFull ? Number(rows[0]?.page_count) : UNLIMITED
    await sql.raw(`pragma max_page_count = ${pages}`).execute(tx)
  })
}

describe.skipIf(!isSqlite)('While the database file cannot grow', () => {
  it('writes return 503 with Retry-After, nothing is half written, reads continue, and the host recovers', async () => {
    await using test = await startTestHost()
    const { token, requestIds } = await test.createPayment()
    const body = { requests: Array.from({ length: 50 }, () => usdcItem) }
    await setFull(test.host.context.db, true)
    const before = await test.countRows()
    let created = 0
    let refused = await test.call('POST', '/v2/secure-payments', { body })
    while (refused.status === 201 && created < MAX_CREATES) {
      created += 1
      refused = await test.call('POST', '/v2/secure-payments', { body })
    }
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(refused.json).toMatchObject({ code: 'database_unavailable' })
    expect(refused.text).not.toContain('SQLITE')
    expect(await test.countRows()).toEqual({
      securePayments: before.securePayments + created,
      requests: before.requests + 50 * created,
    })
    expect((await test.call('GET', `/v2/secure-payments/${token}`)).status).toBe(200)
    expect((await test.call('GET', `/v2/request/${requestIds[0]}`)).status).toBe(200)
    await setFull(test.host.context.db, false)
    expect((await test.call('POST', '/v2/secure-payments', { body })).status).toBe(201)
  })

  it('the watcher’s cursor does not advance, and every payment is recorded once afterwards', async () => {
    await using world = await startMockWorld({ nodes: 1 })
    world.mine()
    await world.poll()
    const requests = await Promise.all(Array.from({ length: 200 }, () => world.createRequest()))
    const cursor = () =>
      world.context.db.kysely
        .selectFrom('chain_cursors')
        .select('block_number')
        .executeTakeFirstOrThrow()
    const before = await cursor()
    await setFull(world.context.db, true)
    for (const request of requests) world.mine([world.payment(request)])
    for (let block = 0; block < 3; block += 1) world.mine()
    expect(await world.poll()).toMatchObject({ code: 'database_unavailable' })
    expect(await cursor()).toEqual(before)
    expect(await countPayments(world.context.db)).toBe(0)
    await setFull(world.context.db, false)
    expect(await world.poll(2)).toBeNull()
    expect(await countPayments(world.context.db)).toBe(requests.length)
    for (const { id } of requests) expect((await world.request(id)).status).toBe('paid')
  })
})

async function countPayments({ kysely }: Database): Promise<number> {
  return (await kysely.selectFrom('payments').select('id').execute()).length
}

describe.skipIf(!canLimitFiles)('While no byte more can be written', () => {
  it('GET /readyz returns 503, reads continue, and the same process writes again as soon as it can', async () => {
    const place = await createDatabasePlace()
    const path = place.url.replace('sqlite:', '')
    const host = startHost(place.url)
    try {
      const url = await urlOf(host)
      const token = await createToken(url)
      expect(await failuresOf(url)).not.toContain('database_writes')
      limitFiles(host, String(statSync(`${path}-wal`).size))
      const refused = await create(url)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      // The host caches a readyz response for a second.
      await expect.poll(() => failuresOf(url)).toContain('database_writes')
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      expect((await read(url, token)).status).toBe(200)
      limitFiles(host, 'unlimited')
      const later = await createToken(url)
      await expect.poll(() => failuresOf(url)).not.toContain('database_writes')
      expect((await read(url, later)).status).toBe(200)
      expect(host.child.exitCode).toBeNull()
    } finally {
      const ended = once(host.child, 'exit')
      host.child.kill('SIGTERM')
      await ended
    }
    const database = new SqliteDatabase(path)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
    await place.remove()
  })
})

type HostProcess = { child: ChildProcess; output(): string }

/** Starts a host that ignores SIGXFSZ, so that a write beyond the limit returns an error. */
function startHost(databaseUrl: string): HostProcess {
  const command = 'trap "" XFSZ; exec "$0" --conditions=@secure-payment/source "$1"'
  const child = spawn('bash', ['-c', command, process.execPath, hostFile('main')], {
    env: {
      PATH: process.env['PATH'],
      PAY_PORT: '0',
      PAY_DATABASE_URL: databaseUrl,
      PAY_BOOTSTRAP_API_KEY: API_KEY,
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      PAY_ROLE: 'api',
      PAY_LOG_LEVEL: 'silent',
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}

async function urlOf({ output }: HostProcess): Promise<string> {
  await waitUntil(() => output().includes('ready at'))
  return /ready at (\S+)/.exec(output())?.[1] ?? ''
}

/**
 * Limits the size of the files that a process writes; `bytes` is the maximum. Only the soft limit changes, so that it can be
 * raised again.
 */
function limitFiles({ child }: HostProcess, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`])
  if (status !== 0) throw new Error(String(stderr))
}

/** Returns readyz's failed checks; the host's only network is always unreachable. */
async function failuresOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/readyz`)
  expect(answer.status).toBe(503)
  const { failures } = (await answer.json()) as { failures: { check: string }[] }
  return failures.map(({ check }) => check)
}

function create(url: string): Promise<Response> {
  return fetch(`${url}/v2/secure-payments`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [usdcItem] }),
  })
}

async function createToken(url: string): Promise<string> {
  const answer = await create(url)
  expect(answer.status).toBe(201)
  const { token } = (await answer.json()) as { token: string }
  return token
}

function read(url: string, token: string): Promise<Response> {
  return fetch(`${url}/v2/secure-payments/${token}`, { headers: { 'x-api-key': API_KEY } })
}

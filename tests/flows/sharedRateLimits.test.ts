import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../support/callApi.ts'
import { type Neighbour, startTestHost, type TestHost } from '../support/testHost.ts'
import { createRandom } from './support/random.ts'

const WINDOW_MS = 60_000
const LIMIT = 60
const BURSTS = 40
/** Concurrent calls. */
const LANES = 40
/** This path counts like every other, but is cheap: its short response needs no database. */
const PATH = '/v2/currencies?id=USDC-devnet'
const SEED = Number(process.env['SEED'] ?? 20_261_121)

// Each test makes thousands of calls, which take a long time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

async function startTwo(env: Record<string, string>): Promise<{
  first: TestHost
  second: Neighbour
}> {
  const first = stack.use(await startTestHost(env))
  const second = stack.use(await first.startNeighbour())
  return { first, second }
}

const read = (call: Caller) => call('GET', PATH)

const signIn = (call: Caller) =>
  call('POST', '/v1/auth/login', {
    anonymous: true,
    body: { email: 'ana@example.test', password: 'correct horse battery staple' },
  })

/** Makes calls concurrently, and returns the number of allowed calls. */
async function countAllowed(
  calls: readonly (() => Promise<{ status: number }>)[],
): Promise<number> {
  const left = [...calls]
  const statuses: number[] = []
  const lane = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      statuses.push((await call()).status)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 200).length
}

/** Returns the maximum number of calls in any one-minute window. */
function mostInAnyWindow(times: readonly number[]): number {
  const within = (end: number) => times.filter((ms) => ms > end - WINDOW_MS && ms <= end).length
  return Math.max(0, ...[...new Set(times)].map(within))
}

describe('Two hosts on one database', () => {
  test('two hosts on one database allow exactly 300 of 700 calls that reach both hosts at once', async () => {
    const { first, second } = await startTwo({ PAY_RATE_LIMIT_API_KEY: '300' })
    const calls = Array.from(
      { length: 700 },
      (_, index) => () => read(index % 2 === 0 ? first.call : second.call),
    )
    expect(await countAllowed(calls)).toBe(300)
  })

  test('two hosts on one database allow no more calls around the end of a minute than within a minute', async () => {
    const { first, second } = await startTwo({ PAY_RATE_LIMIT_API_KEY: '300' })
    const { clock } = first
    clock.advance(WINDOW_MS - (clock.now().getTime() % WINDOW_MS) - 125)
    const burst = (call: Caller) =>
      countAllowed(Array.from({ length: 300 }, () => () => read(call)))
    const before = await burst(first.call)
    clock.advance(250)
    const after = await burst(second.call)
    // A fixed window would allow nearly twice the limit within this quarter of a second.
    expect(before + after).toBe(300)
  })

  test(`two hosts on one database allow at most the limit in any minute of ${BURSTS} bursts at its edges (SEED=${SEED})`, async () => {
    const { first, second } = await startTwo({ PAY_RATE_LIMIT_API_KEY: String(LIMIT) })
    const random = createRandom(SEED)
    const times: number[] = []
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const gapsMs = [0, 999, 29_500, 59_001, 59_999, 60_000, 60_999, 62_000] as const
      first.clock.advance(random.pick(gapsMs))
      const calls = Array.from(
        { length: random.pick([3, LIMIT, 2 * LIMIT]) },
        () => () => read(random.chance(0.5) ? first.call : second.call),
      )
      const allowed = await countAllowed(calls)
      for (let index = 0; index < allowed; index += 1) times.push(first.clock.now().getTime())
    }
    expect(mostInAnyWindow(times)).toBeLessThanOrEqual(LIMIT)
    // The limit must admit calls, not only reject them.
    expect(times.length).toBeGreaterThan(5 * LIMIT)
  })

  test('two hosts on one database count sign-in attempts together', async () => {
    const { first, second } = await startTwo({ PAY_RATE_LIMIT_SIGN_IN: '5' })
    const statuses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      statuses.push((await signIn(index % 2 === 0 ? first.call : second.call)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })
})

describe('While another process locks the counts', () => {
  /** Holds a lock, as a stuck process would: SQLite's write lock, or PostgreSQL's lock of the table. */
  async function lockCounts(databaseUrl: string): Promise<AsyncDisposable> {
    if (databaseUrl.startsWith('sqlite:')) {
      const holder = new SqliteDatabase(databaseUrl.slice('sqlite:'.length))
      holder.exec('begin immediate')
      return { [Symbol.asyncDispose]: async () => void holder.close() }
    }
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table rate_limits in access exclusive mode')
    return { [Symbol.asyncDispose]: () => holder.end() }
  }

  test('reads continue and are limited, sign-in is rejected, and counting is shared again afterwards', async () => {
    const first = stack.use(
      await startTestHost({ PAY_RATE_LIMIT_API_KEY: '20', PAY_RATE_LIMIT_SIGN_IN: '5' }),
    )
    {
      await using _lock = await lockCounts(first.host.context.config.databaseUrl)
      // A call that waited for the lock would not return while the lock is held.
      expect(await countAllowed(Array.from({ length: 30 }, () => () => read(first.call)))).toBe(20)
      expect(await signIn(first.call)).toMatchObject({ status: 503 })
    }
    await expect.poll(async () => (await signIn(first.call)).status).toBe(401)
  })
})

describe('A tenant that floods the API', () => {
  test('a tenant that floods the API is rejected, and uses none of another tenant’s calls', async () => {
    const { first, second } = await startTwo({ PAY_RATE_LIMIT_API_KEY: '200' })
    const { apiKey } = await first.createTenant()
    let isFlooding = true
    let refused = 0
    const flood = async (call: Caller) => {
      while (isFlooding) {
        const { status } = await call('GET', PATH, { headers: { 'x-api-key': apiKey } })
        if (status === 429) refused += 1
      }
    }
    const flooders = Array.from({ length: 16 }, (_, index) =>
      flood(index % 2 === 0 ? first.call : second.call),
    )
    await expect.poll(() => refused).toBeGreaterThan(100)
    for (let index = 0; index < 100; index += 1) {
      expect((await read(index % 2 === 0 ? first.call : second.call)).status).toBe(200)
    }
    isFlooding = false
    await Promise.all(flooders)
  })
})

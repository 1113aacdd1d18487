import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../scripts/lib/startPostgres.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { create, createLoad, type Load } from './support/createLoad.ts'
import { type HostProcess, startHostProcess } from './support/startHostProcess.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
/** The number of immediate server stops, and of rounds of terminated connections; a full run has 50. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 2)
/** Creations that each host acknowledges between two faults. */
const CREATES = 5
/** The limit for the hosts' recovery, from the time when the server accepts connections. */
const BACK_MS = 3_000

describe.skipIf(!isPostgres)('Two hosts under load on one PostgreSQL', () => {
  let server: Postgres
  let hosts: HostProcess[]
  beforeAll(async () => {
    server = await startPostgres()
    const env = { PAY_DATABASE_URL: server.url }
    hosts = await Promise.all([startHostProcess(env), startHostProcess(env)])
  })
  afterAll(async () => {
    await Promise.all((hosts ?? []).map((host) => host[Symbol.asyncDispose]()))
    await server?.[Symbol.asyncDispose]()
  })

  const urls = () => hosts.map(({ url }) => url)
  const expectAlive = () => {
    for (const host of hosts) expect(host.exitCode(), host.output()).toBeNull()
  }
  /** Waits until each host has acknowledged more creations. */
  const nextAcknowledged = async (load: Load, boundMs?: number) => {
    const before = [...load.counts]
    await waitUntil(() => {
      expectAlive()
      return load.counts.every((count, host) => count >= (before[host] ?? 0) + CREATES)
    }, boundMs)
  }

  it(`two hosts under load on one PostgreSQL survive ${RESTARTS} immediate stops, lose nothing and are back within 3 s`, async () => {
    await using load = createLoad(urls())
    const backMs: number[] = []
    for (let stop = 0; stop < RESTARTS; stop += 1) {
      await nextAcknowledged(load)
      await server.crash()
      await server.restart()
      const readyMs = performance.now()
      await waitUntil(async () => {
        expectAlive()
        const answers = await Promise.all(
          urls().map((url, host) => create(url, `back-${stop}-${host}-${performance.now()}`)),
        )
        return answers.every(({ status }) => status === 201)
      })
      backMs.push(performance.now() - readyMs)
    }
    await nextAcknowledged(load)
    await load[Symbol.asyncDispose]()
    report('stops', { backMs: Math.max(...backMs), load })
    expect(Math.max(...backMs)).toBeLessThanOrEqual(BACK_MS)
    await expectKept(load)
    expectAlive()
  }, 1_200_000)

  it(`two hosts under load on one PostgreSQL survive ${RESTARTS} rounds in which every connection is terminated`, async () => {
    await using load = createLoad(urls())
    for (let round = 0; round < RESTARTS; round += 1) {
      await nextAcknowledged(load)
      await terminateAll(server.url)
      await nextAcknowledged(load)
    }
    await load[Symbol.asyncDispose]()
    report('terminations', { load })
    await expectKept(load)
    expectAlive()
  }, 600_000)

  /** Expects 503 as the only failure, and each acknowledged payment exactly once in the database. */
  async function expectKept(load: Load): Promise<void> {
    expect([...load.refused.keys()].filter((status) => status !== 503)).toEqual([])
    const { stored, keys } = await ask(server.url, async (client) => ({
      stored: await client.query<{ token: string }>('select token from secure_payments'),
      keys: await client.query<{ key: string; answer: string }>(
        "select key, response_body as answer from idempotency_keys where key like 'load-%'",
      ),
    }))
    const tokens = new Set(stored.rows.map(({ token }) => token))
    const lost = [...load.acknowledged.values()].filter((token) => !tokens.has(token))
    expect(lost).toEqual([])
    const answers = new Map(keys.rows.map(({ key, answer }) => [key, answer]))
    const others = [...load.acknowledged].filter(
      ([key, token]) => !answers.get(key)?.includes(token),
    )
    expect(others).toEqual([])
    expect(tokens.size).toBe(stored.rows.length)
  }
})

/** Prints the figures when `RESTARTS` is set. */
function report(what: string, { backMs, load }: { backMs?: number; load: Load }): void {
  if (process.env['RESTARTS'] === undefined) return
  console.log(what, {
    rounds: RESTARTS,
    acknowledged: load.acknowledged.size,
    refused: Object.fromEntries(load.refused),
    slowestBackMs: backMs,
  })
}

async function terminateAll(url: string): Promise<void> {
  await ask(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    ),
  )
}

async function ask<T>(url: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await question(client)
  } finally {
    await client.end()
  }
}

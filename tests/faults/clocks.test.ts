import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, startChains } from '@secure-payment/devnet'
import { loadConfig, startHost } from '@secure-payment/host'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../host/src/context.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { createTimeMender, LAST_TRY_MS, PAGE_SIZE } from '../../host/src/jobs/createTimeMender.ts'
import { createLogger } from '../../host/src/log.ts'
import { createSilences, readNetworkHealth } from '../../host/src/readiness/readNetworkHealth.ts'
import {
  createEndpoint,
  createRequests,
  createTenant,
  TENANT_ID,
} from '../flows/support/createRequests.ts'
import { emitPartials } from '../flows/support/emitPartials.ts'
import { createMigratedPlace, openTestDatabase } from '../flows/support/openTestDatabase.ts'
import { startOutbox } from '../flows/support/startOutbox.ts'
import { type RpcServer, startRpcProxy } from '../flows/support/startRpcServer.ts'
import { waitFor } from '../flows/support/waitFor.ts'
import { type Caller, createCaller } from '../support/callApi.ts'
import { API_KEY, usdcItem } from '../support/testHost.ts'
import { type HeldReceiver, startHeldReceiver } from './support/startHeldReceiver.ts'

const DAY_MS = 24 * 3_600_000
/** Another host takes over stuck work within this time after its holder's death. */
const TAKEOVER_MS = 35_000
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres'

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
})
afterAll(() => chains?.[Symbol.asyncDispose]())

/**
 * One database and the machines whose hosts share it. Each test has a separate database, so that the tests can run in parallel.
 */
type World = AsyncDisposable & {
  url: string
  /** Starts a host on a machine with a wrong clock. */
  start(offByMs: number): Promise<Machine>
  receiver: HeldReceiver
}

async function openWorld(): Promise<World> {
  const stack = new AsyncDisposableStack()
  const place = await createMigratedPlace()
  stack.defer(() => place.remove())
  return {
    url: place.url,
    receiver: stack.use(await startHeldReceiver()),
    start: async (offByMs) => stack.use(await startMachine(place.url, offByMs)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** A host, its own connection to the chain, its clock's offset, and its log. */
type Machine = AsyncDisposable & {
  context: Context
  call: Caller
  rpc: RpcServer
  clock: { offByMs: number }
  lines: string[]
}

async function startMachine(url: string, offByMs: number): Promise<Machine> {
  const stack = new AsyncDisposableStack()
  const clock = { offByMs }
  const lines: string[] = []
  const rpc = stack.use(await startRpcProxy(chains.rpcUrl('devnet')))
  const config = loadConfig({
    PAY_PORT: '0',
    PAY_BOOTSTRAP_API_KEY: API_KEY,
    PAY_DATABASE_URL: url,
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: rpc.url,
    PAY_CONFIRMATIONS_DEVNET: '0',
    PAY_POLL_INTERVAL_MS_DEVNET: '50',
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_LIFI_URL: 'off',
  })
  const host = stack.use(
    await startHost(config, {
      wallClock: () => new Date(Date.now() + clock.offByMs),
      log: createLogger('warn', { write: (line) => lines.push(line) }),
    }),
  )
  return {
    context: host.context,
    call: await createCaller(host.url, { 'x-api-key': API_KEY }),
    rpc,
    clock,
    lines,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const readLease = ({ db }: Pick<Context, 'db'>) =>
  db.kysely.selectFrom('leases').selectAll().where('name', '=', 'watch:devnet').executeTakeFirst()

const readDelivery = ({ db }: Pick<Context, 'db'>) =>
  db.kysely.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()

async function emitOne(context: Context, receiver: HeldReceiver): Promise<void> {
  await createTenant(context)
  await createEndpoint(context, { url: receiver.url, secret: '5e'.repeat(32) })
  const wanted = [{ payee: PAYEE, token: null, units: 10n ** 18n }] as const
  const requests = await createRequests(context, getNetwork('devnet'), wanted)
  await emitPartials(
    context,
    requests.map((request) => ({ ...request, event_sequence: 1 })),
  )
}

/** Leaves the database as it is after a host on another machine has died during a lease and a delivery. */
async function leaveBehind(
  context: Pick<Context, 'db'>,
  left: { lease: Row<'leases'>; delivery: Row<'webhook_deliveries'> },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { name, ...lease } = { ...left.lease, holder: 'elsewhere:1:dead' }
    await tx.updateTable('leases').set(lease).where('name', '=', name).execute()
    const { id, ...delivery } = left.delivery
    await tx.updateTable('webhook_deliveries').set(delivery).where('id', '=', id).execute()
    await tx.deleteFrom('webhook_attempts').execute()
  })
}

/** Stops a host while it watches the network and waits for a webhook's response; leaves the database as if the host had died. */
async function dieAtWork(world: World, offByMs: number): Promise<void> {
  const machine = await world.start(offByMs)
  const { context } = machine
  await emitOne(context, world.receiver)
  await waitFor('the webhook to be sent', () => world.receiver.received[0] ?? null)
  const lease = await untilWatched(context)
  const delivery = await readDelivery(context)
  expect(delivery.lease_until).not.toBeNull()
  world.receiver.answer(500, 200)
  await machine[Symbol.asyncDispose]()
  await using db = await openDatabase(world.url)
  await leaveBehind({ db }, { lease, delivery })
}

const untilWatched = (context: Pick<Context, 'db'>) =>
  waitFor('the watcher to begin', async () => (await readLease(context)) ?? null)

describe.concurrent.each([
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
])('A host whose clock is a day %s', (_, offByMs) => {
  test('a killed machine leaves no work behind, because another host takes over its network and its webhook', async () => {
    await using world = await openWorld()
    await dieAtWork(world, offByMs)
    const healthy = await world.start(0)
    const asksForBlocks = (method: string) => method.startsWith('eth_getBlock')
    await Promise.all([
      waitFor(
        'the healthy host to call the chain',
        () => healthy.rpc.calls.find(asksForBlocks) ?? null,
        TAKEOVER_MS,
      ),
      waitFor(
        'the webhook’s next attempt',
        async () => ((await readDelivery(healthy.context)).status === 'delivered' ? true : null),
        TAKEOVER_MS,
      ),
    ])
    expect((await readLease(healthy.context))?.holder).not.toBe('elsewhere:1:dead')
    expect(world.receiver.received).toHaveLength(2)
    expect(new Set(world.receiver.received).size).toBe(1)
  })

  test('a machine with a wrong clock takes over neither the network nor a webhook in progress from a healthy host', async () => {
    await using world = await openWorld()
    const healthy = await world.start(0)
    await emitOne(healthy.context, world.receiver)
    await waitFor('the webhook to be sent', () => world.receiver.received[0] ?? null)
    const { holder, fencing } = await untilWatched(healthy.context)
    const wrong = await world.start(offByMs)
    const ends = new Set<string>()
    // The attempt ends at its deadline of 15 s; until then the healthy host holds the webhook.
    const isUnderWay = async () => (await readDelivery(healthy.context)).attempt === 0
    await waitFor('longer than a lease', async () => {
      const lease = await readLease(healthy.context)
      expect(lease).toMatchObject({ holder, fencing })
      ends.add(lease?.expires_at ?? '')
      if (isOnPostgres && (await isUnderWay())) expect(world.receiver.received).toHaveLength(1)
      return ends.size > 4 ? true : null
    })
    // The host with the wrong clock checks the contracts as it starts, which does not affect other hosts.
    expect(wrong.rpc.calls.filter((method) => /Block|Logs|Receipt/.test(method))).toEqual([])
  })

  test.runIf(isOnPostgres)(
    'a host with a wrong clock creates links with the same lifetime as other hosts',
    async () => {
      await using world = await openWorld()
      const healthy = await world.start(0)
      const wrong = await world.start(offByMs)
      const body = { requests: [usdcItem] }
      const { json: mine } = await healthy.call('POST', '/v2/secure-payments', { body })
      const { json: its } = await wrong.call('POST', '/v2/secure-payments', { body })
      const read = async ({ token }: { token: string }) =>
        healthy.context.db.kysely
          .selectFrom('secure_payments')
          .select(['created_at', 'expires_at'])
          .where('token', '=', token)
          .executeTakeFirstOrThrow()
      const [healthyLink, wrongLink] = [await read(mine), await read(its)]
      const apartMs = Date.parse(wrongLink.expires_at) - Date.parse(healthyLink.expires_at)
      expect(Math.abs(apartMs)).toBeLessThan(30_000)
      const { status, json } = await healthy.call('GET', `/v2/secure-payments/${its.token}`)
      expect({ status, payment: json.status }).toEqual({ status: 200, payment: 'pending' })
    },
  )

  test.runIf(isOnPostgres)(
    'a host with a wrong clock decides by the database’s time, and shows its offset',
    async () => {
      await using world = await openWorld()
      const wrong = await world.start(offByMs)
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(
        wrong.context.db.kysely,
      )
      const offMs = wrong.context.now().getTime() - (rows[0]?.now.getTime() ?? 0)
      expect(Math.abs(offMs)).toBeLessThan(2_000)
      await untilWatched(wrong.context)
      const { json } = await waitFor('the host to be ready', async () => {
        const answer = await wrong.call('GET', '/readyz')
        return answer.status === 200 ? answer : null
      })
      expect(json.clock.source).toBe('database')
      expect(Math.abs(json.clock.skewMs - offByMs)).toBeLessThan(2_000)
      expect(json.warnings).toMatchObject([{ check: 'clock_skew', network: null }])
      expect(wrong.lines.join('')).toContain('This machine’s clock is off')
    },
  )
})

describe.concurrent('A clock that moves under a running host', () => {
  test('a clock that moves under a running host is detected, logged and reported', async () => {
    await using world = await openWorld()
    const machine = await world.start(0)
    await untilWatched(machine.context)
    machine.clock.offByMs = -DAY_MS
    const message = isOnPostgres ? 'This machine’s clock is off' : 'This machine’s clock jumped'
    await waitFor(
      'a line in the log',
      () => machine.lines.find((line) => line.includes(message)) ?? null,
    )
    const { clock, warnings } = await waitFor('the host to be ready', async () => {
      const { json } = await machine.call('GET', '/readyz')
      return json.warnings.some(({ check }: { check: string }) => check === 'clock_skew') &&
        json.status === 'ready'
        ? json
        : null
    })
    expect(clock.source).toBe(isOnPostgres ? 'database' : 'machine')
    expect(machine.context.clock?.hasJustJumped()).toBe(!isOnPostgres)
    expect(Math.abs(clock.skewMs + DAY_MS)).toBeLessThan(2_000)
    expect(warnings).toMatchObject([{ check: 'clock_skew' }])
  })

  test('a clock that moves under a running host leaves the network watched, with current heartbeats', async () => {
    await using world = await openWorld()
    const machine = await world.start(DAY_MS)
    await untilWatched(machine.context)
    machine.clock.offByMs = 0
    await waitFor('a current sign of life', async () => {
      const cursor = await machine.context.db.kysely
        .selectFrom('chain_cursors')
        .select('updated_at')
        .executeTakeFirst()
      const agoMs = Date.now() - Date.parse(cursor?.updated_at ?? '')
      return Math.abs(agoMs) < 30_000 ? true : null
    })
  })
})

describe('GET /readyz', () => {
  const now = () => new Date('2026-01-01T00:00:00.000Z')

  async function seeAt(context: Pick<Context, 'db'>, updated_at: string): Promise<void> {
    const seen = { block_number: 1n, block_hash: '0x', head_number: 1n, updated_at }
    await context.db.kysely
      .insertInto('chain_cursors')
      .values({ network: 'devnet', ...seen })
      .onConflict((conflict) => conflict.column('network').doUpdateSet(seen))
      .execute()
  }

  test('GET /readyz never returns ok for a network that was last seen in the future', async () => {
    await using database = await openTestDatabase()
    const context = { ...readinessContext(database.db), now }
    await seeAt(context, '2026-01-02T00:00:00.000Z')
    expect(await readNetworkHealth(context, createSilences())).toMatchObject([{ status: 'down' }])
    await seeAt(context, now().toISOString())
    expect(await readNetworkHealth(context, createSilences())).toMatchObject([{ status: 'ok' }])
  })

  test('GET /readyz measures silence by its own observations, even while the clock stands still', async () => {
    await using database = await openTestDatabase()
    const context = { ...readinessContext(database.db), now }
    let elapsedMs = 0
    const silences = createSilences(() => elapsedMs)
    const statusAfter = async (ms: number) => {
      elapsedMs += ms
      return (await readNetworkHealth(context, silences))[0]?.status
    }
    await seeAt(context, now().toISOString())
    expect(await statusAfter(0)).toBe('ok')
    expect(await statusAfter(30_000)).toBe('ok')
    expect(await statusAfter(1)).toBe('down')
    await seeAt(context, new Date(now().getTime() + 1).toISOString())
    expect(await statusAfter(60_000)).toBe('ok')
  })
})

function readinessContext(db: Context['db']) {
  const config = loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
  return { config, db, log: createLogger('silent') }
}

describe('Times further ahead than any delay', () => {
  test('times further ahead than any delay are moved back: a retry is due now, a claimed delivery after one attempt; the log records the change', async () => {
    await using outbox = await startOutbox()
    const { context, clock, lines } = outbox
    await createEndpoint(context, { url: outbox.sink.url, secret: '5e'.repeat(32) })
    const [retry = '', claimed = '', plain = ''] = await outbox.emitRequests(3)
    const at = (ms: number) => new Date(clock.nowMs + ms).toISOString()
    const store = (requestId: string, row: Partial<Row<'webhook_deliveries'>>) =>
      context.db.kysely
        .updateTable('webhook_deliveries')
        .set(row)
        .where('request_id', '=', requestId)
        .execute()
    // The delay after the second attempt is 5 s, or at most 12 s with `Retry-After` and jitter.
    await store(retry, { attempt: 2, due_at: at(DAY_MS) })
    await store(claimed, { due_at: at(DAY_MS), lease_until: at(DAY_MS) })
    await store(plain, { attempt: 2, due_at: at(12_000) })
    const mend = createTimeMender(context)
    await mend()
    const dueOf = async (requestId: string) => (await outbox.deliveriesOf(requestId))[0]?.due_at
    expect(await dueOf(retry)).toBe(at(0))
    expect(await outbox.deliveriesOf(claimed)).toMatchObject([
      { due_at: at(LAST_TRY_MS), lease_until: at(LAST_TRY_MS) },
    ])
    expect(await dueOf(plain)).toBe(at(12_000))
    const warnings = lines.filter((line) => line.includes('Corrected times'))
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { column: 'webhook_deliveries.lease_until', rows: 1 },
      { column: 'webhook_deliveries.due_at', rows: 1 },
    ])
  })

  test('times further ahead than any delay are moved back for domains too, and in batches for many deliveries', async () => {
    await using outbox = await startOutbox()
    const { context, clock } = outbox
    await createEndpoint(context, { url: outbox.sink.url, secret: '5e'.repeat(32) })
    const [first = ''] = await outbox.emitRequests(1)
    const [sent] = await outbox.deliveriesOf(first)
    if (sent === undefined) throw new Error('There is no delivery.')
    const at = (ms: number) => new Date(clock.nowMs + ms).toISOString()
    const rows = Array.from({ length: PAGE_SIZE + 10 }, (_, index) => ({
      ...sent,
      id: `${String(index).padStart(8, '0')}${sent.id.slice(8)}`,
      status: 'delivered' as const,
      due_at: at(0),
    }))
    for (let start = 0; start < rows.length; start += 500) {
      await context.db.kysely
        .insertInto('webhook_deliveries')
        .values(rows.slice(start, start + 500))
        .execute()
    }
    await context.db.kysely
      .updateTable('webhook_deliveries')
      .set({ attempt: 2, due_at: at(DAY_MS) })
      .where('id', '=', sent.id)
      .execute()
    const domain = {
      id: sent.id,
      tenant_id: TENANT_ID,
      domain: 'shop.example.test',
      proof: 'spv_test',
      status: 'verified' as const,
      created_at: at(0),
      next_check_at: at(DAY_MS),
    }
    await context.db.kysely.insertInto('merchant_domains').values(domain).execute()
    const mend = createTimeMender(context)
    const dueOf = async () => (await outbox.deliveriesOf(first)).find(({ id }) => id === sent.id)
    // The generated rows sort before this delivery.
    expect(await mend()).toEqual({ more: true })
    expect((await dueOf())?.due_at).toBe(at(DAY_MS))
    expect(await mend()).toEqual({ more: false })
    expect((await dueOf())?.due_at).toBe(at(0))
    expect(
      await context.db.kysely.selectFrom('merchant_domains').select('next_check_at').execute(),
    ).toEqual([{ next_check_at: at(0) }])
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Host, loadConfig, startHost } from '@secure-payment/host'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { findPromtool } from '../../scripts/lib/findPromtool.ts'
import { createMigratedPlace } from '../flows/support/openTestDatabase.ts'
import { type RpcServer, startRpcServer } from '../flows/support/startRpcServer.ts'
import { PAYEE, PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const RULES = fileURLToPath(new URL('../../host/monitoring/alerts.yml', import.meta.url))
const RELAYER_KEY = `0x${'11'.repeat(32)}`
/** A price in a currency that is paid at the chain's rate. */
const DOLLARS = { ...usdcItem, invoiceCurrency: 'USD' }
const TEST_EVENT = { eventType: 'payment.confirmed' }
const ETHER = 10n ** 18n
/** The duration of a simulated series, in minutes: each counter grows by the same amount per minute, and each gauge keeps its value. */
const MINUTES = 90

const FIRING = 'max by (alertname) (ALERTS{alertstate="firing"})'

/** Samples by name and labels, and whether the scrape succeeded. */
type Scrape = Map<string, number>

let stack: AsyncDisposableStack
let promtool: string
beforeAll(() => {
  promtool = findPromtool()
})
afterAll(() => stack?.disposeAsync())

async function scrape(host: Host): Promise<Scrape> {
  const up = 'up{job="secure-payment",instance="host"}'
  try {
    const answer = await fetch(`http://127.0.0.1:${host.metricsPort}/metrics`)
    expect(answer.status).toBe(200)
    const lines = (await answer.text()).split('\n')
    const samples = lines.flatMap((line): [string, number][] => {
      const [, name, labels = '', value] = line.match(/^(\w+)(?:\{(.*)\})? (\S+)$/) ?? []
      if (name === undefined || !Number.isFinite(Number(value))) return []
      const all = ['job="secure-payment"', 'instance="host"', labels].filter((one) => one !== '')
      return [[`${name}{${all.join(',')}}`, Number(value)]]
    })
    return new Map([[up, 1], ...samples])
  } catch {
    return new Map([[up, 0]])
  }
}

type Series = { series: string; values: string }

/** Returns the alerts that Prometheus fires if the change from `before` to `after` continues for {@link MINUTES}. */
function findFiring(before: Scrape, after: Scrape): string[] {
  return evaluate(
    [...after].map(([name, value]) => {
      const isCounter = /^\w+_(?:total|bucket|count|sum)\{/.test(name)
      const start = isCounter ? (before.get(name) ?? 0) : value
      const step = isCounter ? value - start : 0
      const sign = step < 0 ? '-' : '+'
      const values = `${toDecimal(start)}${sign}${toDecimal(Math.abs(step))}x${MINUTES}`
      return { series: name, values }
    }),
  )
}

/** Returns the alerts that Prometheus fires if the change from `before` to `after` happens once, in the last minutes. */
function findFiringOnce(before: Scrape, after: Scrape): string[] {
  const last = 5
  return evaluate(
    [...after].map(([name, value]) => {
      const start = before.get(name)
      const first = start === undefined ? '_' : toDecimal(start)
      return { series: name, values: `${first}x${MINUTES - last} ${toDecimal(value)}x${last}` }
    }),
  )
}

/** Returns the alerts that Prometheus fires at the end of these series. */
function evaluate(series: readonly Series[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  try {
    // The expectation of no alert fails with the list of those that fire.
    const none = { expr: FIRING, eval_time: `${MINUTES}m`, exp_samples: [] }
    const test = { interval: '1m', input_series: series, promql_expr_test: [none] }
    const file = join(folder, 'test.yml')
    writeFileSync(
      file,
      stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }),
    )
    const { status, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
    if (status === 0) return []
    const [, got] = stderr.match(/got: (.+)/) ?? []
    if (got === undefined) throw new Error(`promtool did not evaluate the rules: ${stderr}`)
    return [...got.matchAll(/alertname="(\w+)"/g)].flatMap(([, alert]) => alert ?? [])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes a number without an exponent, which the notation of series lacks. */
function toDecimal(value: number): string {
  return value.toFixed(6)
}

function alertNames(): string[] {
  const { groups } = parse(readFileSync(RULES, 'utf8'))
  return groups.flatMap((group: { rules: { alert: string }[] }) =>
    group.rules.map(({ alert }) => alert),
  )
}

/** A node whose responses a test changes. */
type FakeNode = { rpc: RpcServer; answers: Map<string, unknown>; delayMs: number }

async function startNode(): Promise<FakeNode> {
  const chainIdOfDevnet = '0x7a69'
  const answers = new Map<string, unknown>([['eth_chainId', chainIdOfDevnet]])
  const node = { answers, delayMs: 0 }
  const rpc = await startRpcServer(async (method) => {
    if (node.delayMs > 0) await delay(node.delayMs)
    return answers.has(method)
      ? { result: answers.get(method) }
      : { error: { code: -32601, message: 'the method does not exist' } }
  })
  return Object.assign(node, { rpc: stack.use(rpc) })
}

/** A host with metrics, and the nodes of its network. */
type Watched = { test: TestHost; host: Host; nodes: readonly FakeNode[] }

/** Starts a host whose network has just been read up to its head. */
async function startWatched(env: Record<string, string> = {}): Promise<Watched> {
  const nodes = [await startNode(), await startNode()]
  const test = stack.use(
    await startTestHost({
      PAY_METRICS_PORT: '0',
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: nodes.map(({ rpc }) => rpc.url).join(','),
      PAY_RELAYER_PRIVATE_KEY: RELAYER_KEY,
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...env,
    }),
  )
  await see(test, {})
  return { test, host: test.host, nodes }
}

/** Stores an observation of the network by a watcher. */
async function see(
  { host, clock }: TestHost,
  change: { head_number?: bigint; updated_at?: string; failing_since?: string },
): Promise<void> {
  const row = {
    network: 'devnet',
    block_number: 1_000n,
    block_hash: '0x',
    head_number: 1_000n,
    updated_at: clock.now().toISOString(),
    ...change,
  }
  await host.context.db.kysely
    .insertInto('chain_cursors')
    .values(row)
    .onConflict((conflict) => conflict.column('network').doUpdateSet(row))
    .execute()
}

async function addLease({ host, clock }: TestHost, name: string, remainsMs: number): Promise<void> {
  const expires_at = new Date(clock.now().getTime() + remainsMs).toISOString()
  const row = { name, holder: 'host', fencing: 1n, expires_at }
  await host.context.db.kysely.insertInto('leases').values(row).execute()
}

/** Makes the nodes respond to reads of an account with this balance. */
function answerAccount(nodes: readonly FakeNode[], balanceUnits: bigint): void {
  for (const { answers } of nodes) {
    answers.set('eth_getTransactionCount', '0x0')
    answers.set('eth_getBalance', `0x${balanceUnits.toString(16)}`)
    answers.set('eth_getCode', '0x')
  }
}

/** Reads a block that the nodes return with different hashes. */
async function contradict({ context }: Host, nodes: readonly FakeNode[]): Promise<void> {
  nodes.forEach(({ answers }, index) => {
    const hash = `0x${String(index).repeat(64)}`
    const block = { number: '0x5', hash, parentHash: hash, timestamp: '0x1', logsBloom: null }
    answers.set('eth_getBlockByNumber', block)
  })
  await expect(context.chains.get('devnet').getAgreedBlocks([5n])).rejects.toMatchObject({
    name: 'NodesDisagreeError',
  })
}

/** Queries nodes that fail until each has failed twice; a node rests after each failure. */
async function failTwice({ context, ...host }: Host): Promise<void> {
  const failures = async (node: number) =>
    (await scrape({ context, ...host })).get(
      `secure_payment_node_failures_total{job="secure-payment",instance="host",network="devnet",node="${node}"}`,
    ) ?? 0
  await expect
    .poll(async () => {
      await context.chains
        .get('devnet')
        .hasCode([PAYEE])
        .catch(() => {})
      return Math.min(await failures(1), await failures(2))
    })
    .toBeGreaterThanOrEqual(2)
}

/** Adds an endpoint whose receiver rejects every event. */
async function addEndpoint({ call }: TestHost): Promise<string> {
  const receiver = stack.use(await startRpcServer(() => 'reset'))
  const { status, json } = await call('POST', '/v1/webhook', { body: { url: receiver.url } })
  expect({ status, json }).toMatchObject({ status: 201 })
  return json.id
}

/** Adds a delivery that is due now, of an event of this age. */
async function addDelivery(
  { host, clock }: TestHost,
  endpoint_id: string,
  ageMs = 0,
): Promise<void> {
  const at = new Date(clock.now().getTime() - ageMs).toISOString()
  const { kysely } = host.context.db
  const event = { id: 'event', tenant_id: 'tenant', request_id: 'request', client_id: null }
  await kysely
    .insertInto('events')
    .values({ ...event, type: 'payment.confirmed', sequence: 1, body: '{}', created_at: at })
    .execute()
  const due = { status: 'pending' as const, attempt: 0, due_at: at, created_at: at }
  await kysely
    .insertInto('webhook_deliveries')
    .values({
      id: 'delivery',
      event_id: 'event',
      endpoint_id,
      request_id: 'request',
      sequence: 1,
      ...due,
    })
    .execute()
}

async function addRelayed({ host }: TestHost, createdAt: Date): Promise<void> {
  const at = createdAt.toISOString()
  const row = {
    hash: `0x${'ab'.repeat(32)}`,
    network: 'devnet',
    relayer: PAYEE,
    nonce: 0n,
    recurring_payment_id: 'permit:1',
    payment_index: 0,
    raw: '0x',
    max_fee_units: '1',
    priority_fee_units: '1',
    status: 'pending' as const,
    created_at: at,
    updated_at: at,
  }
  await host.context.db.kysely.insertInto('relayer_transactions').values(row).execute()
}

/** Adds a signed payment for whose gas the relayer has no coins. */
async function addUnpaid({ host, clock }: TestHost): Promise<void> {
  const at = clock.now().toISOString()
  await host.context.db.kysely
    .insertInto('signed_payments')
    .values({
      id: 'signed',
      tenant_id: 'tenant',
      client_id: null,
      token: 'token',
      request_id: 'request',
      attempt_id: 'attempt',
      network: 'devnet',
      kind: 'eip3009',
      contract: PAYEE,
      payer: PAYER,
      payment_hash: `0x${'ab'.repeat(32)}`,
      data: '0x',
      deadline_s: 0n,
      from_block: 0n,
      cost_gwei: 1n,
      status: 'stored',
      reason: 'out_of_coins',
      tx_hash: null,
      sent_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

/** The faults that make each alert fire; each is applied between the first and the second scrape. */
const CAUSES: Record<string, { env?: Record<string, string>; break(watched: Watched): unknown }> = {
  HostDown: { break: ({ host }) => host[Symbol.asyncDispose]() },
  HostNotReady: {
    break: ({ test }) => see(test, { updated_at: new Date(0).toISOString() }),
  },
  DatabaseRejectsWrites: {
    break: ({ host }) => Object.assign(host.context.db, { isRefusingWrites: () => true }),
  },
  DatabasePoolExhausted: {
    break: ({ host }) =>
      Object.assign(host.context.db, { poolUse: () => ({ open: 16, idle: 0, waiting: 3 }) }),
  },
  ReplicaLags: {
    break: ({ host }) =>
      Object.assign(host.context, { replica: { lagS: () => 60, wrote: () => {} } }),
  },
  NetworkDown: {
    break: ({ test }) => see(test, { updated_at: new Date(0).toISOString() }),
  },
  NetworkBehind: { break: ({ test }) => see(test, { head_number: 2_000n }) },
  // The head remains that of the first scrape.
  NetworkHalted: { break: () => {} },
  WatcherFailing: {
    break: ({ test }) => see(test, { failing_since: test.clock.now().toISOString() }),
  },
  LeaseNotHeld: { break: ({ test }) => addLease(test, 'watch:devnet', -120_000) },
  NodeFailing: {
    break: async ({ host, nodes }) => {
      for (const { answers } of nodes) answers.delete('eth_chainId')
      await failTwice(host)
    },
  },
  NodesDisagree: {
    break: ({ host, nodes }) => contradict(host, nodes),
  },
  ContractTrouble: {
    break: ({ host }) =>
      Object.assign(host.context.contracts ?? {}, {
        found: () => ({ missing: ['ERC20FeeProxy'], paused: [], batchFee: 0 }),
      }),
  },
  CreatesLate: {
    break: async ({ test, host }) => {
      const locked = Promise.withResolvers<void>()
      const { promise: freed, resolve: free } = Promise.withResolvers<void>()
      const holding = host.context.db.transaction(async (tx) => {
        // SQLite locks the whole file.
        if (host.context.db.dialect === 'postgres') {
          await sql`lock table requests in share mode`.execute(tx)
        }
        locked.resolve()
        await freed
      })
      await locked.promise
      const creating = test.createPayment()
      await delay(1_500)
      free()
      await Promise.all([creating, holding])
    },
  },
  DeliveriesLag: {
    env: { PAY_ROLE: 'api,worker' },
    break: async ({ test, host }) => {
      const receiver = stack.use(await startRpcServer(() => ({ result: null })))
      const { json } = await test.call('POST', '/v1/webhook', { body: { url: receiver.url } })
      await addDelivery(test, json.id, 30_000)
      const delivered = 'secure_payment_webhook_tries_total'
      const labels = 'job="secure-payment",instance="host",outcome="delivered"'
      await expect
        .poll(async () => (await scrape(host)).get(`${delivered}{${labels}}`))
        .toBeGreaterThanOrEqual(1)
    },
  },
  WebhooksLate: {
    break: async ({ test }) => {
      await addDelivery(test, await addEndpoint(test))
      test.clock.advance(120_000)
      await see(test, {})
    },
  },
  WebhooksGivenUp: {
    env: { PAY_ROLE: 'api,worker' },
    break: async ({ test }) => {
      await addEndpoint(test)
      await test.call('POST', '/v1/webhook/test', { body: TEST_EVENT })
    },
  },
  CallsFail: {
    break: async ({ test, nodes }) => {
      for (const { answers } of nodes) answers.delete('eth_chainId')
      const { token } = await test.createPayment({ requests: [DOLLARS] })
      await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${PAYER}`)
    },
  },
  CallsSlow: {
    break: async ({ test, nodes }) => {
      const { token } = await test.createPayment()
      for (const node of nodes) node.delayMs = 3_000
      await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${PAYER}`)
    },
  },
  EventLoopBlocked: {
    break: async () => {
      for (let block = 0; block < 5; block += 1) {
        const endMs = performance.now() + 700
        while (performance.now() < endMs);
        await delay(1)
      }
    },
  },
  RelayerBalanceLow: {
    break: async ({ host, nodes }) => {
      answerAccount(nodes, ETHER / 100n)
      // The balances are read after a scrape, for the next one.
      await scrape(host)
      await expect.poll(async () => balanceOf(await scrape(host))).toBe(0.01)
    },
  },
  RelayerEmpty: { break: ({ test }) => addUnpaid(test) },
  RelayerStuck: {
    break: ({ test }) => addRelayed(test, new Date(test.clock.now().getTime() - 700_000)),
  },
}

function balanceOf(samples: Scrape): number | undefined {
  return samples.get(
    'secure_payment_relayer_balance_coins{job="secure-payment",instance="host",network="devnet"}',
  )
}

/** A clock cannot be wrong in a host whose time a test controls, so this alert has its own host. */
async function scrapeWrongClock(): Promise<{ before: Scrape; after: Scrape }> {
  const place = await createMigratedPlace()
  stack.defer(() => place.remove())
  let offMs = 0
  const config = loadConfig({
    PAY_PORT: '0',
    PAY_DATABASE_URL: place.url,
    PAY_METRICS_PORT: '0',
    PAY_LOG_LEVEL: 'silent',
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_ROLE: 'api',
  })
  const host = stack.use(await startHost(config, { wallClock: () => new Date(Date.now() + offMs) }))
  const before = await scrape(host)
  offMs = 60_000
  const name = 'secure_payment_clock_skew_seconds{job="secure-payment",instance="host"}'
  const row = { network: 'devnet', block_number: 1n, block_hash: '0x', head_number: 1n }
  await expect
    .poll(async () => {
      // Only a ready host shows the skew.
      const updated_at = host.context.now().toISOString()
      await host.context.db.kysely
        .insertInto('chain_cursors')
        .values({ ...row, updated_at })
        .onConflict((conflict) => conflict.column('network').doUpdateSet({ updated_at }))
        .execute()
      return Math.abs((await scrape(host)).get(name) ?? 0)
    })
    .toBeGreaterThan(50)
  return { before, after: await scrape(host) }
}

it('each alert has a cause in this suite', () => {
  expect([...Object.keys(CAUSES), 'ClockSkew'].toSorted()).toEqual(alertNames().toSorted())
})

it('a healthy host fires only the alert of a chain without new blocks', async () => {
  await using own = new AsyncDisposableStack()
  stack = own
  const { test, host, nodes } = await startWatched()
  answerAccount(nodes, ETHER)
  await addLease(test, 'watch:devnet', 15_000)
  const before = await scrape(host)
  await test.createPayment()
  const firing = findFiring(before, await scrape(host))
  // The event loop of this process is also the test's, which a loaded machine may block.
  expect(firing.filter((alert) => alert !== 'EventLoopBlocked')).toEqual(['NetworkHalted'])
})

it.each(Object.keys(CAUSES))('the alert %s fires after its cause', async (alert) => {
  await using own = new AsyncDisposableStack()
  stack = own
  const { env = {}, break: cause } = CAUSES[alert] ?? { break: () => {} }
  const watched = await startWatched(env)
  const before = await scrape(watched.host)
  if (alert !== 'NetworkHalted') expect(findFiring(before, before)).not.toContain(alert)
  await cause(watched)
  // A host computes its findings at most once per second.
  await expect
    .poll(async () => findFiring(before, await scrape(watched.host)), { interval: 500 })
    .toContain(alert)
})

it('the alert RelayerEmpty fires after the first offer that a host withholds', async () => {
  await using own = new AsyncDisposableStack()
  stack = own
  const { host } = await startWatched()
  const before = await scrape(host)
  host.context.metrics?.signedOffered('devnet', 'out_of_coins')
  expect(findFiringOnce(before, await scrape(host))).toContain('RelayerEmpty')
})

it('the alert ClockSkew fires after the machine’s clock has jumped', async () => {
  await using own = new AsyncDisposableStack()
  stack = own
  const { before, after } = await scrapeWrongClock()
  expect(findFiring(before, before)).not.toContain('ClockSkew')
  expect(findFiring(before, after)).toContain('ClockSkew')
})

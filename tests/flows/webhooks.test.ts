import { createServer } from 'node:http'
import { getNetwork } from '@secure-payment/core/networks'
import { type Delivery, type Sink, startSink } from '@secure-payment/devnet'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import type { Context } from '../../host/src/context.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { createLogger } from '../../host/src/log.ts'
import { createRandomPool } from '../../host/src/randomPool.ts'
import { createWakeup, type Wakeup } from '../../host/src/scheduling/wakeup.ts'
import { createSealer } from '../../host/src/sealer.ts'
import { claim, DELIVERY_LEASE_MS } from '../../host/src/webhooks/claim.ts'
import { emit } from '../../host/src/webhooks/emit.ts'
import {
  type DeliveryWorker,
  startDeliveryWorker,
} from '../../host/src/webhooks/startDeliveryWorker.ts'
import { createEndpoint, createRequests, createTenant } from './support/createRequests.ts'
import { openTestDatabase } from './support/openTestDatabase.ts'
import { waitFor } from './support/waitFor.ts'

const SECRET = '7a'.repeat(32)
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The schedule of docs/guides/receive-webhooks.md: the rests between tries, in seconds. */
const SCHEDULE_S = [1, 5, 15, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

let stack: AsyncDisposableStack
let context: Context
let clock: { nowMs: number }
let sink: Sink
let wakeup: Wakeup

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const database = stack.use(await openTestDatabase())
  sink = stack.use(await startSink({ secret: SECRET }))
  clock = { nowMs: Date.UTC(2026, 0, 1) }
  wakeup = createWakeup()
  context = {
    config: loadConfig({
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    }),
    db: database.db,
    log: createLogger('silent'),
    now: () => new Date(clock.nowMs),
    random: createRandomPool(),
    chains: { ids: [], get: () => fail('no chain is used here'), async [Symbol.asyncDispose]() {} },
    sealer: createSealer({ random: createRandomPool() }, 'a key of the tests'),
    signal: new AbortController().signal,
  }
  await createTenant(context)
})

afterEach(async () => {
  await stack.disposeAsync()
})

function fail(reason: string): never {
  throw new Error(reason)
}

function startWorker(): DeliveryWorker {
  return stack.use(startDeliveryWorker(context, wakeup))
}

/** Creates a request with so many partial payments told about it; returns its id. */
async function emitEvents(count: number, options: { clientId?: string } = {}): Promise<string> {
  const [request] = await createRequests(
    context,
    getNetwork('devnet'),
    [{ payee: PAYEE, token: null, units: 10n ** 18n }],
    options,
  )
  if (request === undefined) throw new Error('nothing was created')
  const payment = {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: 'devnet',
    txHash: `0x${'ab'.repeat(32)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${'cd'.repeat(32)}`,
    blockTime: context.now().toISOString(),
    payer: PAYEE,
    payee: PAYEE,
    tokenAddress: null,
    amountUnits: 10n ** 17n,
    creditedUnits: 10n ** 17n,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
  await context.db.transaction((tx) =>
    emit(
      tx,
      context,
      Array.from({ length: count }, (_, index) => ({
        type: 'payment.partial' as const,
        request: { ...request, event_sequence: index + 1 },
        payment,
        totalPaidUnits: BigInt(index + 1) * 10n ** 17n,
      })),
    ),
  )
  wakeup.notify()
  return request.id
}

async function deliveriesOf(requestId: string): Promise<Row<'webhook_deliveries'>[]> {
  return context.db.kysely
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
}

async function untilTried(requestId: string, tries: number): Promise<Row<'webhook_deliveries'>> {
  return waitFor(`try ${tries}`, async () => {
    const [delivery] = await deliveriesOf(requestId)
    return delivery?.attempt === tries && delivery.lease_until === null ? delivery : null
  })
}

const sequencesAt = (receiver: Sink) =>
  receiver.deliveries().map((delivery) => sequenceOf(delivery))

function sequenceOf({ body }: Delivery): unknown {
  return typeof body === 'object' && body !== null && 'sequence' in body ? body.sequence : null
}

describe('a receiver that fails', () => {
  test('is tried 13 times over 76 hours, also over restarts, with the same bytes, then given up', async () => {
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus(500)
    const requestId = await emitEvents(1)
    let worker = startWorker()
    for (const [index, restS] of SCHEDULE_S.entries()) {
      const delivery = await untilTried(requestId, index + 1)
      expect(delivery).toMatchObject({ status: 'pending', last_response_status: 500 })
      const restMs = Date.parse(delivery.due_at) - clock.nowMs
      expect(restMs).toBeGreaterThanOrEqual(restS * 1_000)
      expect(restMs).toBeLessThanOrEqual(restS * 1_200)
      if (index % 4 === 3) {
        await worker[Symbol.asyncDispose]()
        worker = startWorker()
      }
      clock.nowMs = Date.parse(delivery.due_at)
      wakeup.notify()
    }
    expect(await untilTried(requestId, 13)).toMatchObject({ status: 'dead' })
    const sent = sink.deliveries()
    expect(sent.map(({ headers }) => headers['x-service-retry-count'])).toEqual(
      Array.from({ length: 13 }, (_, index) => String(index)),
    )
    expect(new Set(sent.map(({ rawBody }) => rawBody)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1)
    const log = await context.db.kysely.selectFrom('webhook_attempts').selectAll().execute()
    expect(log).toHaveLength(13)
    expect(log[0]?.response_body).toContain('"received":true')
  })

  test('answers 410 and gets nothing more: its endpoint is disabled', async () => {
    const id = await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus(410)
    const requestId = await emitEvents(2)
    startWorker()
    await waitFor('the end of both', async () => {
      const rows = await deliveriesOf(requestId)
      return rows.every((row) => row.status !== 'pending') ? rows : null
    })
    expect((await deliveriesOf(requestId)).map(({ status }) => status)).toEqual([
      'dead',
      'cancelled',
    ])
    expect(sink.deliveries()).toHaveLength(1)
    const endpoint = await context.db.kysely
      .selectFrom('webhook_endpoints')
      .select('is_active')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(endpoint.is_active).toBe(0)
  })

  test('gets a later event of a request only after the earlier one, or after its fourth failure', async () => {
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus((delivery) => (sequenceOf(delivery) === 1 ? 500 : 200))
    const requestId = await emitEvents(2)
    startWorker()
    for (let tries = 1; tries <= 3; tries += 1) {
      const delivery = await untilTried(requestId, tries)
      expect(sequencesAt(sink)).toEqual(Array.from({ length: tries }, () => 1))
      clock.nowMs = Date.parse(delivery.due_at)
      wakeup.notify()
    }
    await untilTried(requestId, 4)
    const second = await sink.waitFor((delivery) => sequenceOf(delivery) === 2)
    expect(second.verified).toBe(true)
  })

  test('and one that never answers do not hold up the others', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    stack.defer(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await createEndpoint(context, { url: `http://127.0.0.1:${port}/`, secret: SECRET })
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    // Far more than the silent one's slots: each event goes to both.
    for (let index = 0; index < 100; index += 1) await emitEvents(1)
    const startedMs = performance.now()
    startWorker()
    await waitFor('100 deliveries', () => (sink.deliveries().length === 100 ? true : null), 10_000)
    // The silent receiver's deadline is 15 s: nothing waited for it.
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    // Lets the worker end without waiting for the tries that hang.
    silent.closeAllConnections()
  })
})

describe('deliveries', () => {
  test('of one request arrive in the order of its events', async () => {
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    await emitEvents(5)
    startWorker()
    await waitFor('five deliveries', () => (sink.deliveries().length === 5 ? true : null))
    expect(sequencesAt(sink)).toEqual([1, 2, 3, 4, 5])
  })

  test('are each sent once by two workers over one database', async () => {
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    for (let index = 0; index < 60; index += 1) await emitEvents(1)
    startWorker()
    stack.use(startDeliveryWorker(context, createWakeup()))
    await waitFor('all to be delivered', async () => {
      const left = await context.db.kysely
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('status', '=', 'pending')
        .execute()
      return left.length === 0 ? true : null
    })
    expect(sink.deliveries()).toHaveLength(60)
    expect(new Set(sink.deliveries().map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  })

  test('of a worker that died are taken over when its lease ends', async () => {
    const endpointId = await createEndpoint(context, { url: sink.url, secret: SECRET })
    const requestId = await emitEvents(1)
    const [claimed] = await claim(context, [{ endpointId, limit: 10 }])
    expect(claimed?.requestId).toBe(requestId)
    expect(await claim(context, [{ endpointId, limit: 10 }])).toEqual([])
    clock.nowMs += DELIVERY_LEASE_MS
    startWorker()
    expect((await sink.waitFor(() => true)).headers['x-service-retry-count']).toBe('0')
  })

  test('that were cancelled are not sent', async () => {
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    const cancelled = await emitEvents(1)
    await context.db.kysely
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled' })
      .where('request_id', '=', cancelled)
      .execute()
    const sent = await emitEvents(1)
    startWorker()
    await untilTried(sent, 1)
    expect(sink.deliveries()).toHaveLength(1)
  })

  test('go to the endpoints that want them: by client ID and by type', async () => {
    const url = (path: string) => sink.url.replace('/webhook', path)
    await createEndpoint(context, { url: url('/all'), secret: SECRET })
    await createEndpoint(context, { url: url('/mine'), secret: SECRET, clientId: 'cli_mine' })
    await createEndpoint(context, { url: url('/other'), secret: SECRET, clientId: 'cli_other' })
    await createEndpoint(context, {
      url: url('/confirmed'),
      secret: SECRET,
      events: ['payment.confirmed'],
    })
    const requestId = await emitEvents(1, { clientId: 'cli_mine' })
    const endpoints = await context.db.kysely
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
      .select('webhook_endpoints.url')
      .where('request_id', '=', requestId)
      .execute()
    expect(endpoints.map((endpoint) => new URL(endpoint.url).pathname).sort()).toEqual([
      '/all',
      '/mine',
    ])
  })

  test('are accepted by the Standard Webhooks library and carry the names that an endpoint asked for', async () => {
    clock.nowMs = Date.now()
    const id = await createEndpoint(context, { url: sink.url, secret: SECRET })
    await context.db.kysely
      .updateTable('webhook_endpoints')
      .set({ signature_header_aliases: '["x-request-network-signature"]' })
      .where('id', '=', id)
      .execute()
    await emitEvents(1)
    startWorker()
    const { rawBody, headers, body } = await sink.waitFor(() => true)
    expect(new Webhook(SECRET).verify(rawBody, headers)).toEqual(body)
    expect(headers['x-request-network-signature']).toBe(headers['x-service-signature'])
    expect(headers['x-request-network-delivery']).toBe(headers['x-service-delivery'])
    expect(headers['x-request-network-retry-count']).toBe('0')
  })
})

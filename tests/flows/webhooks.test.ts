import { createServer } from 'node:http'
import { standardWebhookSignature, verifyStandardWebhook } from '@secure-payment/core/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../host/src/context.ts'
import { createWakeup } from '../../host/src/scheduling/wakeup.ts'
import { createSealer } from '../../host/src/sealer.ts'
import { type Claim, claim, DELIVERY_LEASE_MS } from '../../host/src/webhooks/claim.ts'
import type { Tried } from '../../host/src/webhooks/deliver.ts'
import { GONE, markDeliveries } from '../../host/src/webhooks/markDeliveries.ts'
import { startDeliveryWorker } from '../../host/src/webhooks/startDeliveryWorker.ts'
import { createEndpoint, TENANT_ID } from './support/createRequests.ts'
import { type Outbox, SECRET, sequenceOf, startOutbox } from './support/startOutbox.ts'
import { waitFor } from './support/waitFor.ts'

/** The schedule of docs/guides/receive-webhooks.md: the pauses between attempts, in seconds. */
const SCHEDULE_S = [1, 5, 15, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox()
})

afterEach(() => outbox[Symbol.asyncDispose]())

const sequences = () => outbox.sink.deliveries().map(sequenceOf)

async function endpointOf(id: string) {
  return outbox.context.db.kysely
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('A receiver that fails', () => {
  test('a receiver that fails gets 13 attempts with the same bytes over 76 hours, even across restarts, and no more', async () => {
    const { context, clock, sink } = outbox
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus(500)
    const requestId = await outbox.emitEvents(1)
    let worker = outbox.startWorker()
    for (const [index, restS] of SCHEDULE_S.entries()) {
      const delivery = await outbox.untilTried(requestId, index + 1)
      expect(delivery).toMatchObject({ status: 'pending', last_response_status: 500 })
      const restMs = Date.parse(delivery.due_at) - clock.nowMs
      expect(restMs).toBeGreaterThanOrEqual(restS * 1_000)
      expect(restMs).toBeLessThanOrEqual(restS * 1_200)
      if (index % 4 === 3) {
        await worker[Symbol.asyncDispose]()
        worker = outbox.startWorker()
      }
      outbox.moveTo(delivery)
    }
    expect(await outbox.untilTried(requestId, 13)).toMatchObject({ status: 'dead' })
    const sent = sink.deliveries()
    expect(sent.map(({ headers }) => headers['x-service-retry-count'])).toEqual(
      Array.from({ length: 13 }, (_, index) => String(index)),
    )
    expect(new Set(sent.map(({ rawBody }) => rawBody)).size).toBe(1)
    for (const name of ['x-service-delivery', 'webhook-id']) {
      expect(new Set(sent.map(({ headers }) => headers[name])).size).toBe(1)
    }
    const log = await context.db.kysely.selectFrom('webhook_attempts').selectAll().execute()
    expect(log).toHaveLength(13)
    expect(new Set(log.map(({ tenant_id }) => tenant_id))).toEqual(new Set([TENANT_ID]))
    expect(log[0]?.response_body).toContain('"received":true')
  })

  test('a receiver that fails receives nothing more after 410: its endpoint is disabled with the reason', async () => {
    const { context, sink } = outbox
    const id = await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus(410)
    const requestId = await outbox.emitEvents(2)
    outbox.startWorker()
    await outbox.untilEmpty()
    const statuses = (await outbox.deliveriesOf(requestId)).map(({ status }) => status)
    expect(statuses).toEqual(['dead', 'cancelled'])
    expect(sink.deliveries()).toHaveLength(1)
    expect(await endpointOf(id)).toMatchObject({ is_active: 0, disabled_reason: GONE })
    expect(GONE).toContain('410')
    await expect.poll(() => outbox.lines.join('')).toContain('Disabled webhook endpoint')
  })

  test.each([400, 401, 403, 404, 422])(
    'a delivery is retried after the status %i, like after other failures',
    async (status) => {
      const { context, sink } = outbox
      await createEndpoint(context, { url: sink.url, secret: SECRET })
      sink.setStatus((delivery) =>
        delivery.headers['x-service-retry-count'] === '0' ? status : 200,
      )
      const requestId = await outbox.emitEvents(1)
      outbox.startWorker()
      const failed = await outbox.untilTried(requestId, 1)
      expect(failed).toMatchObject({ status: 'pending', last_response_status: status })
      outbox.moveTo(failed)
      expect(await outbox.untilTried(requestId, 2)).toMatchObject({ status: 'delivered' })
    },
  )

  // The first wait before a retry is 1 s. A requested delay is limited to between once and twice that wait, plus up to 20 % of jitter.
  test.each([
    [429, '2', 2_000, 2_400],
    [503, '3600', 2_000, 2_400],
    [503, '0', 1_000, 1_200],
    [429, 'soon', 1_000, 1_200],
  ])(
    'a receiver that fails is paused after %i with Retry-After: %s for %i to %i ms',
    async (status, after, min, max) => {
      const server = createServer((request, response) => {
        request.resume()
        response.writeHead(status, { 'retry-after': after }).end()
      })
      await createEndpoint(outbox.context, { url: await listen(server), secret: SECRET })
      const requestId = await outbox.emitEvents(1)
      outbox.startWorker()
      const delivery = await outbox.untilTried(requestId, 1)
      const restMs = Date.parse(delivery.due_at) - outbox.clock.nowMs
      expect(restMs).toBeGreaterThanOrEqual(min)
      expect(restMs).toBeLessThanOrEqual(max)
    },
  )

  test('a receiver that fails receives a later event about a request only after the earlier event has arrived or failed four times', async () => {
    const { context, sink } = outbox
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus((delivery) => (sequenceOf(delivery) === 1 ? 500 : 200))
    const requestId = await outbox.emitEvents(2)
    outbox.startWorker()
    for (let tries = 1; tries <= 3; tries += 1) {
      const delivery = await outbox.untilTried(requestId, tries)
      expect(sequences()).toEqual(Array.from({ length: tries }, () => 1))
      outbox.moveTo(delivery)
    }
    await outbox.untilTried(requestId, 4)
    const second = await sink.waitFor((delivery) => sequenceOf(delivery) === 2)
    expect(second.verified).toBe(true)
  })

  test('a receiver that fails or never responds does not delay other receivers', async () => {
    const { context, sink } = outbox
    const silent = createServer(() => {})
    const endpoint = await createEndpoint(context, { url: await listen(silent), secret: SECRET })
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    // The events far exceed the silent receiver's slots; each event goes to both receivers.
    await outbox.emitRequests(100)
    outbox.startWorker()
    await waitFor('100 deliveries', () => (sink.deliveries().length === 100 ? true : null))
    // No attempt to the silent receiver has reached its deadline yet, so no other delivery waited for such an attempt.
    const tried = await context.db.kysely
      .selectFrom('webhook_deliveries')
      .select('attempt')
      .where('endpoint_id', '=', endpoint)
      .where('attempt', '>', 0)
      .execute()
    expect(tried).toEqual([])
    // Lets the worker end without waiting for the open attempts.
    silent.closeAllConnections()
  })
})

/** Listens on loopback until the outbox ends; returns the URL. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  outbox.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}

describe('Deliveries', () => {
  test('deliveries arrive in the order of their request’s events', async () => {
    await createEndpoint(outbox.context, { url: outbox.sink.url, secret: SECRET })
    await outbox.emitEvents(5)
    outbox.startWorker()
    await outbox.untilEmpty()
    expect(sequences()).toEqual([1, 2, 3, 4, 5])
  })

  test('deliveries are each sent once by two workers over one database', async () => {
    const { context, sink } = outbox
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    await outbox.emitRequests(60)
    outbox.startWorker()
    await using other = startDeliveryWorker(context, createWakeup())
    await outbox.untilEmpty()
    await other[Symbol.asyncDispose]()
    expect(sink.deliveries()).toHaveLength(60)
    expect(new Set(sink.deliveries().map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  })

  test('deliveries resume when a dead worker’s lease ends, at most 35 s later', async () => {
    const { context, clock, sink } = outbox
    const endpointId = await createEndpoint(context, { url: sink.url, secret: SECRET })
    const requestId = await outbox.emitEvents(1)
    const [claimed] = await claim(context, [{ endpointId, limit: 10 }])
    expect(claimed?.requestId).toBe(requestId)
    expect(await claim(context, [{ endpointId, limit: 10 }])).toEqual([])
    expect(DELIVERY_LEASE_MS).toBeLessThan(35_000)
    clock.nowMs += DELIVERY_LEASE_MS
    outbox.startWorker()
    expect((await sink.waitFor(() => true)).headers['x-service-retry-count']).toBe('0')
  })

  test('deliveries keep the result of a newer attempt when the late failure of an older attempt is marked', async () => {
    const { context, clock } = outbox
    const endpointId = await createEndpoint(context, { url: outbox.sink.url, secret: SECRET })
    const requestId = await outbox.emitEvents(1)
    const limits = [{ endpointId, limit: 1 }]
    const [older] = await claim(context, limits)
    clock.nowMs += DELIVERY_LEASE_MS
    const [newer] = await claim(context, limits)
    if (older === undefined || newer === undefined) throw new Error('nothing was claimed')
    const nowMs = clock.nowMs
    await markDeliveries(context, [failed(newer, { dueAtMs: nowMs + 1_000, error: 'newer' })])
    const before = await outbox.deliveriesOf(requestId)
    expect(before).toMatchObject([{ attempt: 1, last_error: 'newer' }])
    // The next attempt is in progress when the oldest attempt fails.
    clock.nowMs += 1_000
    const [next] = await claim(context, limits)
    expect(next?.attempt).toBe(1)
    const leased = await outbox.deliveriesOf(requestId)
    await markDeliveries(context, [failed(older, { dueAtMs: nowMs + 60_000, error: 'older' })])
    expect(await outbox.deliveriesOf(requestId)).toEqual(leased)
  })

  test('deliveries stay leased to the current attempt when the late failure of the previous attempt is marked', async () => {
    const { context, clock } = outbox
    const endpointId = await createEndpoint(context, { url: outbox.sink.url, secret: SECRET })
    const requestId = await outbox.emitEvents(1)
    const limits = [{ endpointId, limit: 1 }]
    const [older] = await claim(context, limits)
    clock.nowMs += DELIVERY_LEASE_MS
    const [newer] = await claim(context, limits)
    if (older === undefined || newer === undefined) throw new Error('nothing was claimed')
    const leased = await outbox.deliveriesOf(requestId)
    await markDeliveries(context, [failed(older, { dueAtMs: clock.nowMs, error: 'older' })])
    expect(await outbox.deliveriesOf(requestId)).toEqual(leased)
    expect(await claim(context, limits)).toEqual([])
    await markDeliveries(context, [failed(newer, { dueAtMs: clock.nowMs, error: 'newer' })])
    expect(await outbox.deliveriesOf(requestId)).toMatchObject([
      { attempt: 1, last_error: 'newer', lease_until: null },
    ])
  })

  test('deliveries to a quick receiver do not wait while deliveries to a new receiver are claimed slowly', async () => {
    const { context, sink } = outbox
    const gate = Promise.withResolvers<void>()
    let gates: 'open' | 'closed' | 'waited at' = 'open'
    const transaction: Context['db']['transaction'] = async (fn) => {
      if (gates === 'closed') {
        gates = 'waited at'
        await gate.promise
      }
      return context.db.transaction(fn)
    }
    for (const clientId of ['cli_quick', 'cli_new']) {
      const url = sink.url.replace('/webhook', `/${clientId}`)
      await createEndpoint(context, { url, secret: SECRET, clientId })
    }
    const emitTo = (clientId: string) => outbox.emitEvents(1, { clientId })
    const gated = { ...context, db: { ...context.db, transaction } }
    await using _ = startDeliveryWorker(gated, outbox.wakeup)
    for (const _proof of [1, 2, 3]) await outbox.untilTried(await emitTo('cli_quick'), 1)
    gates = 'closed'
    const waiting = await emitTo('cli_new')
    await waitFor('the claim', () => (gates === 'waited at' ? true : null))
    await outbox.untilTried(await emitTo('cli_quick'), 1)
    expect(await outbox.deliveriesOf(waiting)).toMatchObject([{ attempt: 0, lease_until: null }])
    gate.resolve()
    await outbox.untilTried(waiting, 1)
  })

  test('deliveries are not sent if they were cancelled', async () => {
    const { context, sink } = outbox
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    const cancelled = await outbox.emitEvents(1)
    await context.db.kysely
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled' })
      .where('request_id', '=', cancelled)
      .execute()
    const sent = await outbox.emitEvents(1)
    outbox.startWorker()
    await outbox.untilTried(sent, 1)
    expect(sink.deliveries()).toHaveLength(1)
  })

  test('deliveries go to the endpoints that subscribe to them: by client ID and by type', async () => {
    const { context, sink } = outbox
    const url = (path: string) => sink.url.replace('/webhook', path)
    await createEndpoint(context, { url: url('/all'), secret: SECRET })
    await createEndpoint(context, { url: url('/mine'), secret: SECRET, clientId: 'cli_mine' })
    await createEndpoint(context, { url: url('/other'), secret: SECRET, clientId: 'cli_other' })
    await createEndpoint(context, {
      url: url('/confirmed'),
      secret: SECRET,
      events: ['payment.confirmed'],
    })
    const requestId = await outbox.emitEvents(1, { clientId: 'cli_mine' })
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

  test('deliveries stop when their endpoint is removed or disabled, and follow an endpoint to another URL', async () => {
    const { context, sink } = outbox
    const url = (path: string) => sink.url.replace('/webhook', path)
    const id = await createEndpoint(context, { url: url('/old'), secret: SECRET })
    const endpoints = () => context.db.kysely.updateTable('webhook_endpoints').where('id', '=', id)
    sink.setStatus(500)
    const requestId = await outbox.emitEvents(1)
    outbox.startWorker()
    const first = await outbox.untilTried(requestId, 1)

    await endpoints().set({ is_active: 0 }).execute()
    outbox.moveTo(first)
    await createEndpoint(context, { url: url('/other'), secret: SECRET })
    const later = await outbox.emitEvents(1)
    await outbox.untilTried(later, 1)
    expect((await outbox.deliveriesOf(requestId))[0]).toMatchObject({ attempt: 1 })

    await endpoints()
      .set({ is_active: 1, url: url('/new') })
      .execute()
    outbox.wakeup.notify()
    const second = await outbox.untilTried(requestId, 2)
    expect(JSON.parse(second.last_request ?? '').url).toBe(url('/new'))
    expect(JSON.parse(first.last_request ?? '').url).toBe(url('/old'))
  })

  test('deliveries are dead immediately if they cannot be serialised, with the reason, and delay no other deliveries', async () => {
    const { context, sink } = outbox
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    const poison = await outbox.emitEvents(1, { customerInfo: '{"email":' })
    const healthy = await outbox.emitEvents(1)
    outbox.startWorker()
    expect(await outbox.untilTried(healthy, 1)).toMatchObject({ status: 'delivered' })
    const [dead] = await outbox.deliveriesOf(poison)
    expect(dead).toMatchObject({ status: 'dead', attempt: 1 })
    expect(dead?.last_error).toContain('could not be written')
    const log = await context.db.kysely
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('delivery_id', '=', dead?.id ?? '')
      .execute()
    expect(log).toMatchObject([{ attempt: 0, response_status: null, error: dead?.last_error }])
    expect(sink.deliveries()).toHaveLength(1)
  })

  test('deliveries fail with the reason if their secret cannot be opened, and delay no other deliveries', async () => {
    const { context, sink } = outbox
    const { random } = context
    const foreign = { ...context, sealer: createSealer({ random }, 'another key of the tests') }
    const closed = await createEndpoint(foreign, { url: `${sink.url}/closed`, secret: SECRET })
    const open = await createEndpoint(context, { url: sink.url, secret: SECRET })
    const requestId = await outbox.emitEvents(1)
    outbox.startWorker()
    const rows = await waitFor('both tries', async () => {
      const deliveries = await outbox.deliveriesOf(requestId)
      return deliveries.every(({ attempt }) => attempt === 1) ? deliveries : null
    })
    expect(rows.find((row) => row.endpoint_id === open)).toMatchObject({ status: 'delivered' })
    const failed = rows.find((row) => row.endpoint_id === closed)
    expect(failed).toMatchObject({ status: 'pending', last_response_status: null })
    expect(failed?.last_error).toContain('PAY_ENCRYPTION_KEY')
  })

  test('deliveries leave neither secrets nor bodies nor responses in the log', async () => {
    const { context, sink } = outbox
    const body = '{"email":"canary@example.test"}'
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    sink.setStatus((delivery) => (delivery.headers['x-service-retry-count'] === '0' ? 500 : 200))
    const requestId = await outbox.emitEvents(1, { customerInfo: body })
    outbox.startWorker()
    outbox.moveTo(await outbox.untilTried(requestId, 1))
    await outbox.untilTried(requestId, 2)
    const log = outbox.lines.join('')
    expect(log).toContain('Webhook attempt failed')
    expect(log).toContain('Delivered a webhook')
    const [sent] = sink.deliveries()
    expect(sent?.rawBody).toContain('canary@example.test')
    const signature = sent?.headers['x-service-signature'] ?? 'none'
    for (const canary of [SECRET, 'canary@example.test', signature, '"received"', 'customerInfo']) {
      expect(log).not.toContain(canary)
    }
    const endpoint = await context.db.kysely
      .selectFrom('webhook_endpoints')
      .select('secret')
      .executeTakeFirstOrThrow()
    expect(endpoint.secret).not.toContain(SECRET)
  })
})

/** Returns a failed attempt in the sender's format. */
function failed(claimed: Claim, { dueAtMs, error }: { dueAtMs: number; error: string }): Tried {
  return {
    claim: claimed,
    headers: {},
    startedAt: outbox.context.now(),
    durationMs: 1,
    responseStatus: 500,
    responseBody: null,
    error,
    next: { kind: 'retry', dueAtMs },
  }
}

describe('A delivery', () => {
  test('a delivery has the header names that its endpoint requested', async () => {
    const { context, sink } = outbox
    const aliases = ['x-request-network-signature']
    await createEndpoint(context, { url: sink.url, secret: SECRET, aliases })
    await outbox.emitEvents(1)
    outbox.startWorker()
    const { headers } = await sink.waitFor(() => true)
    expect(headers['x-request-network-signature']).toBe(headers['x-service-signature'])
    expect(headers['x-request-network-delivery']).toBe(headers['x-service-delivery'])
    expect(headers['x-request-network-retry-count']).toBe('0')
  })

  test('a delivery is accepted within five minutes of the receiver’s clock, and rejected as a replay beyond that', async () => {
    const { context, clock, sink } = outbox
    clock.nowMs = Math.floor(Date.now() / 1_000) * 1_000
    await createEndpoint(context, { url: sink.url, secret: SECRET })
    await outbox.emitEvents(1)
    outbox.startWorker()
    const { rawBody: body, headers } = await sink.waitFor(() => true)
    const standard = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    }
    const verdict = (aheadS: number) =>
      verifyStandardWebhook({
        secrets: [SECRET],
        body,
        headers: standard,
        nowMs: clock.nowMs + aheadS * 1_000,
      })
    expect(verdict(300)).toEqual({ isValid: true })
    expect(verdict(-300)).toEqual({ isValid: true })
    expect(verdict(301)).toEqual({ isValid: false, reason: 'clock_too_old' })
    expect(verdict(-301)).toEqual({ isValid: false, reason: 'clock_in_future' })

    // The Standard Webhooks library reads the machine's clock, so the same delivery is signed as if it had been sent ten minutes ago.
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body))
    const oldS = Math.floor(Date.now() / 1_000) - 600
    const signature = standardWebhookSignature(SECRET, standard.id ?? '', oldS, body)
    const replayed = {
      ...headers,
      'webhook-timestamp': String(oldS),
      'webhook-signature': signature,
    }
    expect(() => new Webhook(SECRET).verify(body, replayed)).toThrow('too old')
  })
})

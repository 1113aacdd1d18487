import { getNetwork } from '@secure-payment/core/networks'
import { events } from '@secure-payment/core/webhooks'
import { type Sink, startSink } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { createId } from '../../host/src/id.ts'
import { createRequests } from '../flows/support/createRequests.ts'
import { emitPartials } from '../flows/support/emitPartials.ts'
import type { CallOptions } from '../support/callApi.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { ANY_ENGINE } from '../tiers.ts'

const UNKNOWN_ID = '01KB4X3F6V3M2N5P7R9T0W1X2Y'

let test: TestHost
let sink: Sink
let stack: AsyncDisposableStack

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  sink = stack.use(await startSink())
  test = await startTestHost({ PAY_ROLE: 'api,worker', PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' })
  stack.use(test)
})
afterEach(() => stack.disposeAsync())

const url = (path: string) => sink.url.replace('/webhook', path)
const call = async (method: string, path: string, options: CallOptions = {}) =>
  test.call(method, `/v1/webhook${path}`, options)

async function add(path: string, body: object = {}): Promise<{ id: string; secret: string }> {
  const { status, json } = await call('POST', '', { body: { url: url(path), ...body } })
  expect(status).toBe(201)
  return json
}

/**
 * Emits events for `count` new requests. Returns the endpoint's deliveries, oldest first, once none is pending.
 */
async function deliver(endpointId: string, count: number) {
  await emitNew(count)
  return settled(endpointId)
}

async function emitNew(count: number): Promise<void> {
  const { context } = test.host
  const wanted = Array.from({ length: count }, () => ({ payee: PAYEE, token: null, units: 1n }))
  const rows = await createRequests(context, getNetwork('devnet'), wanted)
  const told = rows.map((row) => ({ ...row, tenant_id: BOOTSTRAP_TENANT_ID, event_sequence: 1 }))
  await emitPartials(context, told)
}

async function settled(endpointId: string) {
  await waitUntil(async () => {
    const { json } = await call('GET', `/${endpointId}/deliveries?status=pending`)
    return json.deliveries.length === 0
  })
  return (await call('GET', `/${endpointId}/deliveries`)).json.deliveries.toReversed()
}

describe('An endpoint’s log', () => {
  it('an endpoint’s log lists the deliveries about one request, with the other filters and in pages', async () => {
    const { id } = await add('/webhook')
    const [first, second] = await deliver(id, 2)
    const about = async (query: string) =>
      (await call('GET', `/${id}/deliveries?${query}`)).json.deliveries.map(
        (delivery: { id: string }) => delivery.id,
      )
    expect(first.requestId).not.toBe(second.requestId)
    expect(await about(`requestId=${first.requestId}`)).toEqual([first.id])
    expect(await about(`requestId=${second.requestId}&status=delivered`)).toEqual([second.id])
    expect(await about(`requestId=${second.requestId}&status=dead`)).toEqual([])
    expect(await about(`requestId=${second.requestId}&before=${second.id}`)).toEqual([])
    expect(await about(`requestId=01${'0'.repeat(64)}`)).toEqual([])
  })

  it('an endpoint’s log does not contain the same request’s delivery to another endpoint', async () => {
    const [one, other] = [await add('/webhook'), await add('/other')]
    const [delivery] = await deliver(one.id, 1)
    await settled(other.id)
    const { json } = await call('GET', `/${other.id}/deliveries?requestId=${delivery.requestId}`)
    expect(json.deliveries).toHaveLength(1)
    expect(json.deliveries[0].id).not.toBe(delivery.id)
  })
})

describe('The log of a delivery with many attempts', { tags: [ANY_ENGINE] }, () => {
  it('a delivery names no request for an event about a payer', async () => {
    const { id } = await add('/payers')
    const [delivery] = await deliver(id, 1)
    expect(delivery.requestId).not.toBeNull()
    const { kysely } = test.host.context.db
    await kysely.updateTable('events').set({ request_id: UNKNOWN_ID }).execute()
    await kysely.updateTable('webhook_deliveries').set({ request_id: UNKNOWN_ID }).execute()
    const { json } = await call('GET', `/${id}/deliveries/${delivery.id}`)
    expect(json).toMatchObject({ id: delivery.id, requestId: null })
  })

  it('a delivery’s log contains the newest 50 attempts', async () => {
    const { id } = await add('/webhook')
    const [delivery] = await deliver(id, 1)
    const { kysely } = test.host.context.db
    const first = await kysely.selectFrom('webhook_attempts').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 59 }, (_, index) => ({
      ...first,
      id: createId(test.host.context),
      attempt: index + 1,
    }))
    await kysely.insertInto('webhook_attempts').values(rows).execute()
    await kysely.updateTable('webhook_deliveries').set({ attempt: 60 }).execute()
    const { status } = await call('POST', `/${id}/deliveries/${delivery.id}/redeliver`)
    expect(status).toBe(200)
    const [again] = await settled(id)
    const numbers = again.attempts.map(({ attempt }: { attempt: number }) => attempt)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 11))
    const { count } = await kysely
      .selectFrom('webhook_attempts')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(50)
  })
})

describe('A test event', { tags: [ANY_ENGINE] }, () => {
  const send = (body: object) => call('POST', '/test', { body })

  it.each(events)(
    'a test event of type $type equals its type’s example with new values, and is logged',
    async (definition) => {
      const { id, secret } = await add('/webhook', { events: ['payment.refunded'] })
      sink.setSecret(secret)
      for (let time = 0; time < 2; time += 1) {
        const { status, json } = await send({ eventType: definition.type })
        expect({ status, json }).toEqual({ status: 201, json: { sent: 1, failed: 0 } })
        test.clock.advance(1)
      }
      const [first, second] = sink.deliveries()
      for (const delivery of [first, second]) {
        expect(delivery?.verified).toBe(true)
        expect(delivery?.headers).toMatchObject({
          'x-service-test': 'true',
          'x-service-retry-count': '0',
        })
        expect(definition.schema.parse(delivery?.body)).toEqual(delivery?.body)
        expect(delivery?.body).toMatchObject({ event: definition.type, isTest: true })
        expect(Object.keys(delivery?.body ?? {})).toEqual([
          ...Object.keys(definition.example),
          'isTest',
        ])
      }
      const idsOf = (body: unknown) =>
        ['eventId', 'requestId', 'paymentReference', 'txHash'].flatMap(
          (name) => Object.entries(body ?? {}).find(([key]) => key === name)?.[1] ?? [],
        )
      const ids = [definition.example, first?.body, second?.body].flatMap(idsOf)
      expect(new Set(ids).size).toBe(ids.length)
      const { json } = await call('GET', `/${id}/deliveries`)
      expect(json.deliveries).toHaveLength(2)
      expect(json.deliveries[1]).toMatchObject({
        id: first?.headers['x-service-delivery'],
        eventId: first?.headers['webhook-id'],
        event: definition.type,
        isTest: true,
        status: 'delivered',
        attempts: [{ attempt: 0, responseStatus: 200, error: null }],
      })
    },
  )

  it('a test event is sent to every active endpoint, and the response contains the number of failures', async () => {
    await add('/takes')
    const other = stack.use(await startSink())
    const refusing = await call('POST', '', { body: { url: other.url } })
    const off = await add('/off')
    await call('PUT', `/${off.id}`, { body: { isActive: false } })
    const { clientId } = await test.createClientId()
    const scoped = await add('/scoped', { clientId })
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    await call('POST', '', { headers, body: { url: url('/foreign') } })
    other.setStatus(410)
    expect((await send({ eventType: 'payment.confirmed' })).json).toEqual({ sent: 2, failed: 1 })
    expect(sink.deliveries()).toHaveLength(2)
    const [dead] = (await call('GET', `/${refusing.json.id}/deliveries`)).json.deliveries
    expect(dead).toMatchObject({ status: 'dead', attempts: [{ responseStatus: 410 }] })
    // The 410 response to a test event disabled no endpoint, and the disabled endpoint stays disabled.
    const listed = (await call('GET', '')).json
    const active = listed.filter((one: { isActive: boolean }) => one.isActive)
    expect(active).toHaveLength(3)

    sink.clear()
    const body = { eventType: 'payment.confirmed', clientId }
    expect((await send(body)).json).toEqual({ sent: 1, failed: 0 })
    expect(sink.deliveries()).toMatchObject([{ body: { clientId } }])
    const log = await call('GET', `/${scoped.id}/deliveries`)
    expect(log.json.deliveries).toHaveLength(2)
  })

  it('a test event needs an active endpoint and a known type', async () => {
    const none = await send({ eventType: 'payment.confirmed' })
    expect(none).toMatchObject({ status: 404, json: { code: 'no_active_webhook' } })
    const { id } = await add('/webhook')
    for (const eventType of ['payment.invented', '', null, 7]) {
      const { status, json } = await send({ eventType })
      expect({ status, field: json.errors?.[0]?.field }).toEqual({
        status: 400,
        field: 'eventType',
      })
    }
    const unknown = await send({ eventType: 'payment.confirmed', clientId: 'cli_unknown' })
    expect(unknown).toMatchObject({ status: 404, json: { code: 'client_id_not_found' } })
    const { clientId } = await test.createClientId()
    const unscoped = await send({ eventType: 'payment.confirmed', clientId })
    expect(unscoped).toMatchObject({ status: 404, json: { code: 'no_active_webhook' } })
    await call('PUT', `/${id}`)
    expect((await send({ eventType: 'payment.confirmed' })).status).toBe(404)
    expect(sink.deliveries()).toEqual([])
  })
})

describe('A delivery', () => {
  it('a delivery shows its last attempt’s request, without signatures', async () => {
    const aliases = ['x-shop-signature']
    const { id, secret } = await add('/first', { signatureHeaderAliases: aliases })
    const [{ id: deliveryId }] = await deliver(id, 1)
    await call('PUT', `/${id}`, { body: { url: url('/second') } })
    const { status, json } = await call('GET', `/${id}/deliveries/${deliveryId}`)
    const [sent] = sink.deliveries()
    expect(status).toBe(200)
    expect(json.request.url).toBe(url('/first'))
    expect(json.request.body).toBe(sent?.rawBody)
    expect(sent?.headers).toMatchObject(json.request.headers)
    expect(json.request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery': deliveryId,
      'x-service-retry-count': '0',
      'x-shop-delivery': deliveryId,
    })
    const text = JSON.stringify(json)
    for (const name of ['x-service-signature', 'webhook-signature', 'x-shop-signature']) {
      expect(json.request.headers).not.toHaveProperty(name)
      expect(text).not.toContain(sent?.headers[name])
    }
    expect(text).not.toContain(secret)
  })

  it('a pending delivery shows its next request', async () => {
    // The host runs no worker, because a worker would make the first attempt before the test reads the delivery.
    test = stack.use(await startTestHost({ PAY_ROLE: 'api', PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' }))
    const { id } = await add('/webhook')
    await emitNew(1)
    const [delivery] = (await call('GET', `/${id}/deliveries`)).json.deliveries
    const { json } = await call('GET', `/${id}/deliveries/${delivery.id}`)
    expect(json.request.url).toBe(url('/webhook'))
    expect(json.request.headers['x-service-delivery']).toBe(delivery.id)
    const again = await call('POST', `/${id}/deliveries/${delivery.id}/redeliver`)
    expect(again).toMatchObject({ status: 409, json: { code: 'delivery_pending' } })
  })

  it('a delivery is sent again on request, with the same ids and body, a replay header, and a new retry schedule', async () => {
    const { id, secret } = await add('/webhook')
    sink.setSecret(secret)
    const [before] = await deliver(id, 1)
    const path = `/${id}/deliveries/${before.id}/redeliver`
    const { status, json } = await call('POST', path)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: before.id,
      status: 'pending',
      replays: 1,
      completedAt: null,
    })
    const [after] = await settled(id)
    expect(after).toMatchObject({ id: before.id, status: 'delivered', replays: 1 })
    expect(after.attempts.map((one: { attempt: number }) => one.attempt)).toEqual([0, 1])
    const [first, second] = sink.deliveries()
    expect(second?.verified).toBe(true)
    expect(second?.rawBody).toBe(first?.rawBody)
    for (const name of ['x-service-delivery', 'webhook-id']) {
      expect(second?.headers[name]).toBe(first?.headers[name])
    }
    expect(first?.headers).not.toHaveProperty('x-service-replay')
    expect(second?.headers).toMatchObject({
      'x-service-replay': 'true',
      'x-service-retry-count': '1',
    })
    expect((await call('POST', path)).json.replays).toBe(2)
  })

  it('a delivery that waits for a retry is sent immediately on request, and keeps its place in the retry schedule', async () => {
    const { id } = await add('/webhook')
    sink.setStatus(503)
    await emitNew(1)
    const read = async () => (await call('GET', `/${id}/deliveries`)).json.deliveries[0]
    await waitUntil(async () => (await read()).attempts.length === 1)
    const waiting = await read()
    expect(waiting.status).toBe('pending')
    // The test's clock does not advance, so only the call makes the delivery due.
    expect(Date.parse(waiting.dueAt)).toBeGreaterThan(test.clock.now().getTime())
    const path = `/${id}/deliveries/${waiting.id}/redeliver`
    const now = test.clock.now().toISOString()
    expect(await call('POST', path)).toMatchObject({
      status: 200,
      json: { id: waiting.id, status: 'pending', dueAt: now, replays: 0 },
    })
    await waitUntil(async () => (await read()).attempts.length === 2)
    const failed = await read()
    // The second delay of the retry schedule is 5 s, plus up to 20 % at random.
    const restMs = Date.parse(failed.dueAt) - test.clock.now().getTime()
    expect(restMs).toBeGreaterThanOrEqual(5_000)
    expect(restMs).toBeLessThanOrEqual(6_000)
    sink.setStatus(200)
    expect((await call('POST', path)).status).toBe(200)
    expect(await settled(id)).toMatchObject([{ id: waiting.id, status: 'delivered', replays: 0 }])
    const [first, , third] = sink.deliveries()
    expect(third?.rawBody).toBe(first?.rawBody)
    expect(third?.headers).not.toHaveProperty('x-service-replay')
  })

  it('a delivery that is in progress is not sent a second time in parallel', async () => {
    const { id } = await add('/webhook')
    sink.setStatus(503)
    await emitNew(1)
    const read = async () => (await call('GET', `/${id}/deliveries`)).json.deliveries[0]
    await waitUntil(async () => (await read()).attempts.length === 1)
    const { id: deliveryId } = await read()
    const until = new Date(test.clock.now().getTime() + 30_000).toISOString()
    await test.host.context.db.kysely
      .updateTable('webhook_deliveries')
      .set({ due_at: until, lease_until: until })
      .execute()
    expect(await call('POST', `/${id}/deliveries/${deliveryId}/redeliver`)).toMatchObject({
      status: 409,
      json: { code: 'delivery_pending' },
    })
  })

  it('a delivery of another endpoint, or an unknown delivery, returns 404', async () => {
    const { id } = await add('/webhook')
    const [delivery] = await deliver(id, 1)
    const other = await add('/other')
    for (const deliveryId of [delivery.id, UNKNOWN_ID, 'x']) {
      const path = `/${other.id}/deliveries/${deliveryId}`
      expect((await call('GET', path)).json.code).toBe('delivery_not_found')
      expect((await call('POST', `${path}/redeliver`)).json.code).toBe('delivery_not_found')
    }
  })

  it('a delivery about a payment that a reorganisation removed is not sent again', async () => {
    const { id } = await add('/webhook')
    const [delivery] = await deliver(id, 1)
    await test.host.context.db.kysely
      .updateTable('events')
      .set({ retracted_at: test.clock.now().toISOString() })
      .where('id', '=', delivery.eventId)
      .execute()
    const answer = await call('POST', `/${id}/deliveries/${delivery.id}/redeliver`)
    expect(answer).toMatchObject({ status: 409, json: { code: 'event_not_sendable' } })
    const range = await call('POST', `/${id}/redeliver`, { body: { status: 'delivered' } })
    expect(range.json).toEqual({ count: 0, remaining: 0 })
  })
})

describe('Many deliveries', () => {
  const redeliver = (id: string, body: object) => call('POST', `/${id}/redeliver`, { body })

  it('many deliveries with a given status are sent again, by default the dead deliveries, but never test events', async () => {
    const { id } = await add('/webhook')
    const rows = await deliver(id, 4)
    test.clock.advance(1)
    sink.setStatus(500)
    await call('POST', '/test', { body: { eventType: 'payment.confirmed' } })
    sink.setStatus(200)
    const statuses = ['dead', 'dead', 'cancelled', 'delivered'] as const
    for (const [index, status] of statuses.entries()) {
      await test.host.context.db.kysely
        .updateTable('webhook_deliveries')
        .set({ status })
        .where('id', '=', rows[index].id)
        .execute()
    }
    expect((await redeliver(id, {})).json).toEqual({ count: 2, remaining: 0 })
    const after = await settled(id)
    expect(after.map(({ replays }: { replays: number }) => replays)).toEqual([1, 1, 0, 0, 0])
    expect((await redeliver(id, { status: 'cancelled' })).json).toEqual({
      count: 1,
      remaining: 0,
    })
    await settled(id)
    // The three redelivered deliveries completed less than an hour ago, so they are excluded.
    expect((await redeliver(id, { status: 'delivered' })).json).toEqual({
      count: 1,
      remaining: 0,
    })
    await settled(id)
    test.clock.advance(3_600_001)
    expect((await redeliver(id, { status: 'delivered' })).json).toEqual({
      count: 4,
      remaining: 0,
    })
  })

  it('many deliveries can be selected by their creation time', async () => {
    const { id } = await add('/webhook')
    const times: string[] = []
    for (let index = 0; index < 3; index += 1) {
      await deliver(id, 1)
      times.push(test.clock.now().toISOString())
      test.clock.advance(3_600_000)
    }
    const [first, second, third] = times
    const chosen = async (body: object) => {
      const { json } = await redeliver(id, { status: 'delivered', ...body })
      const rows = await settled(id)
      test.clock.advance(3_600_001)
      return [json.count, ...rows.map(({ replays }: { replays: number }) => replays)]
    }
    expect(await chosen({ from: second, to: third })).toEqual([1, 0, 1, 0])
    expect(await chosen({ from: second })).toEqual([2, 0, 2, 1])
    expect(await chosen({ to: second })).toEqual([1, 1, 2, 1])
    expect(await chosen({ to: first })).toEqual([0, 1, 2, 1])
    const early = '0001-01-01T00:00:00Z'
    expect(await chosen({ from: early, to: '9999-12-31T23:59:59Z' })).toEqual([3, 2, 3, 2])
    expect(await chosen({ to: early })).toEqual([0, 2, 3, 2])
  })

  it.each([
    [{ status: 'pending' }, 'status'],
    [{ status: 'lost' }, 'status'],
    [{ from: '2026-01-01' }, 'from'],
    [{ to: '2026-01-01T00:00:00' }, 'to'],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
  ])('many deliveries are not selected by %j', async (body, field) => {
    const { id } = await add('/webhook')
    const { status, json } = await redeliver(id, body)
    expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field })
  })
})

import { createHmac } from 'node:crypto'
import type { Delivery } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { retractEvents } from '../../host/src/webhooks/retractEvents.ts'
import { createEndpoint } from './support/createRequests.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'

/** A receiver that was written for Request Network: it reads only that service's headers, and rejects null members. */
let outbox: Outbox
beforeEach(async () => {
  outbox = await startOutbox()
})
afterEach(() => outbox[Symbol.asyncDispose]())

const setLevel = (level: 'none' | 'headers' | 'full' | null) =>
  outbox.context.db.kysely.updateTable('tenants').set({ webhook_compatibility: level }).execute()

const setHostLevel = (webhookCompatibility: 'none' | 'headers' | 'full') =>
  Object.assign(outbox.context.config, { webhookCompatibility })

async function addEndpoint(options: object = {}) {
  return createEndpoint(outbox.context, { url: outbox.sink.url, secret: SECRET, ...options })
}

async function deliver(options: object = {}): Promise<readonly Delivery[]> {
  const requestId = await outbox.emitEvents(1, options)
  outbox.startWorker()
  await outbox.untilEmpty()
  expect((await outbox.deliveriesOf(requestId)).every((one) => one.status === 'delivered')).toBe(
    true,
  )
  return outbox.sink.deliveries()
}

/** Verifies a delivery like the receivers in Request Network's documentation, and returns the name of its event. */
function receive({ rawBody, headers }: Delivery): string | null {
  const signature = headers['x-request-network-signature']
  if (signature !== createHmac('sha256', SECRET).update(rawBody).digest('hex')) return null
  if (typeof headers['x-request-network-delivery'] !== 'string') return null
  if (headers['x-request-network-retry-count'] !== '0') return null
  return JSON.parse(rawBody.toString()).event
}

const ORIGIN = { clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G' }
const ALL = ['payment.partial', 'payment.partial.checkout', 'payment.partial.client_id']

describe('A delivery', () => {
  test('a delivery has only the service’s own headers by default', async () => {
    await addEndpoint()
    expect((await deliver()).map(receive)).toEqual([null])
  })

  test('a delivery also has Request Network’s headers if the host’s level adds them, without an alias on the endpoint', async () => {
    setHostLevel('headers')
    await addEndpoint()
    const deliveries = await deliver(ORIGIN)
    expect(deliveries.map(receive)).toEqual(['payment.partial'])
    const [{ headers }] = deliveries as [Delivery]
    expect(headers['x-service-signature']).toBe(headers['x-request-network-signature'])
    expect(headers).not.toHaveProperty('x-request-network-test')
  })

  test('a delivery follows the merchant’s own level instead of the host’s', async () => {
    setHostLevel('full')
    await setLevel('none')
    await addEndpoint()
    expect((await deliver(ORIGIN)).map(receive)).toEqual([null])
  })

  test('a delivery that waits follows a later change of the level', async () => {
    await addEndpoint({ aliases: ['x-shop-signature'] })
    await outbox.emitEvents(1)
    await setLevel('headers')
    outbox.startWorker()
    await outbox.untilEmpty()
    const [{ headers }] = outbox.sink.deliveries() as [Delivery]
    expect(headers['x-shop-signature']).toBe(headers['x-request-network-signature'])
  })
})

describe('An event copy', () => {
  test('an event copy at the level “full” names the client ID or the checkout, and has a separate id', async () => {
    await setLevel('full')
    await addEndpoint()
    const deliveries = await deliver(ORIGIN)
    expect(deliveries.map(receive).sort()).toEqual(ALL)
    const bodies = deliveries.map(({ rawBody }) => JSON.parse(rawBody.toString()))
    expect(new Set(bodies.map(({ eventId }) => eventId)).size).toBe(3)
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    const [first, ...others] = bodies.map(({ event: _, eventId: __, ...rest }) => rest)
    for (const other of others) expect(other).toEqual(first)
  })

  test('an event copy is not sent without a client ID and a page, or at the level “headers”', async () => {
    await setLevel('full')
    await addEndpoint()
    expect((await deliver({ isWithoutPage: true })).map(receive)).toEqual(['payment.partial'])
    await setLevel('headers')
    await outbox.emitEvents(1, ORIGIN)
    await outbox.untilEmpty()
    expect(outbox.sink.deliveries().map(receive)).toEqual(['payment.partial', 'payment.partial'])
  })

  test('an event copy is sent to the client ID’s own endpoints, but not to endpoints that chose their types', async () => {
    await setLevel('full')
    await addEndpoint({ events: ['payment.partial'] })
    await addEndpoint({ url: `${outbox.sink.url}?own`, clientId: ORIGIN.clientId })
    expect((await deliver(ORIGIN)).map(receive).sort()).toEqual(['payment.partial', ...ALL])
  })

  test('an event copy’s id contains the time of its event', async () => {
    await setLevel('full')
    const { kysely } = outbox.context.db
    const requestId = await outbox.emitEvents(1, ORIGIN)
    const read = () =>
      kysely.selectFrom('events').selectAll().where('request_id', '=', requestId).execute()
    const [event, ...copies] = (await read()).sort((a, b) => a.type.length - b.type.length)
    expect(copies).toHaveLength(2)
    // The copies have the time of the event's id.
    for (const { id } of copies) expect(id.slice(0, 10)).toBe(event?.id.slice(0, 10))
  })

  test('an event copy is retracted together with its event', async () => {
    await setLevel('full')
    const requestId = await outbox.emitEvents(1, ORIGIN)
    const { context } = outbox
    const read = () =>
      context.db.kysely
        .selectFrom('events')
        .selectAll()
        .where('request_id', '=', requestId)
        .execute()
    const { txHash } = JSON.parse((await read())[0]?.body ?? '{}')
    await context.db.transaction((tx) => retractEvents(tx, context, [{ requestId, txHash }]))
    expect((await read()).map(({ retracted_at }) => retracted_at === null)).toEqual([
      false,
      false,
      false,
    ])
  })
})

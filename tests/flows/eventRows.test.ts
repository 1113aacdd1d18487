import { once } from 'node:events'
import { createServer } from 'node:net'
import { createRequestId, createUlid } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WholeRequest, withPlan } from '../../host/src/requests/requestPlan.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { findDueEndpoints } from '../../host/src/webhooks/claim.ts'
import { emit } from '../../host/src/webhooks/emit.ts'
import { eventId } from '../../host/src/webhooks/eventId.ts'
import { redeliverDead } from '../../host/src/webhooks/redeliverDead.ts'
import { retractEvents } from '../../host/src/webhooks/retractEvents.ts'
import type { WebhookEvent } from '../../host/src/webhooks/webhookEvent.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { createEndpoint, createRequests, TENANT_ID } from './support/createRequests.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const UNITS = 10n ** 18n
const BLOCK = `0x${'cd'.repeat(32)}`
const hash = (digits: string) => `0x${digits.repeat(32)}`

let outbox: Outbox
let endpoint: string
let request: WholeRequest

beforeEach(async () => {
  outbox = await startOutbox()
  const { context, sink } = outbox
  endpoint = await createEndpoint(context, { url: sink.url, secret: SECRET })
  const wanted = [{ payee: PAYEE, token: null, units: UNITS }]
  const [row] = await createRequests(context, getNetwork('devnet'), wanted)
  if (row === undefined) throw new Error('nothing was created')
  request = withPlan(row)
})

afterEach(() => outbox[Symbol.asyncDispose]())

function payment(txHash: string): DetectedPayment {
  return {
    requestId: request.id,
    tenantId: TENANT_ID,
    network: 'devnet',
    txHash,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: BLOCK,
    blockTime: outbox.context.now().toISOString(),
    payer: PAYEE,
    payee: PAYEE,
    tokenAddress: null,
    amountUnits: UNITS,
    creditedUnits: UNITS,
    requestUnits: UNITS,
    ...PLAIN_PAYMENT,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
}

function paid(
  type: 'payment.partial' | 'payment.confirmed',
  txHash: string,
  change: Partial<WholeRequest> = {},
): WebhookEvent {
  const changed = { ...request, event_sequence: 1, ...change }
  const completedIn = type === 'payment.confirmed' ? BLOCK : null
  return { type, request: changed, payment: payment(txHash), totalPaidUnits: UNITS, completedIn }
}

const write = (...events: WebhookEvent[]) =>
  outbox.context.db.transaction((tx) => emit(tx, outbox.context, events))

const readEvents = () =>
  outbox.context.db.kysely.selectFrom('events').selectAll().orderBy('sequence').execute()

describe('An event', () => {
  test('an event for an already recorded fact is neither written nor sent again', async () => {
    await write(paid('payment.partial', hash('ab')))
    await write(paid('payment.partial', hash('ab'), { event_sequence: 2 }))
    expect(await readEvents()).toHaveLength(1)
    expect(await outbox.deliveriesOf(request.id)).toHaveLength(1)
  })

  test('an event for a payment whose block returned to the chain is sent once more, with another id', async () => {
    await write(paid('payment.confirmed', hash('ab')))
    const again = paid('payment.confirmed', hash('ab'), { revocations: 1, event_sequence: 3 })
    await write(again)
    await write(again)
    const ids = (await readEvents()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(ids).toHaveLength(2)
  })

  test("an event from a payer's page is the same fact when it is reported again", async () => {
    const { secure_payment_token, created_at } = request
    const event: WebhookEvent = {
      type: 'secure_payment.access_rejected',
      wallet: PAYEE,
      securePayment: {
        token: secure_payment_token ?? '',
        tenant_id: TENANT_ID,
        client_id: null,
        origin: null,
        created_at,
        event_sequence: 1,
        requestIds: [request.id],
      },
    }
    await write(event)
    await write(event)
    expect(await readEvents()).toHaveLength(1)
  })

  test('an event about a refund names the receiver, the amount and the source', async () => {
    const source = { network: 'devnet-b', txHash: hash('ef') }
    const refund = { refundedTo: PAYEE, refundAmount: '1.5', currency: 'USDC', source }
    await write({ type: 'payment.refunded', request: { ...request, event_sequence: 1 }, ...refund })
    const [event] = await readEvents()
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      event: 'payment.refunded',
      eventId: event?.id,
      requestId: request.id,
      refundedTo: PAYEE,
      refundAmount: '1.5',
      currency: 'USDC',
      sourceNetwork: 'devnet-b',
      sourceTxHash: hash('ef'),
    })
  })

  test("an event about a series' later request has the time of the request's id, in every record", () => {
    const idMs = Date.UTC(2025, 5, 7)
    const id = createRequestId(idMs, new Uint8Array(26))
    const later = paid('payment.confirmed', hash('ab'), { id, original_request_id: 'first' })
    const timeOf = (ms: number) => createUlid(ms, new Uint8Array(10)).slice(0, 10)
    expect(eventId(later).slice(0, 10)).toBe(timeOf(idMs))
    const first = paid('payment.confirmed', hash('ab'), { id, original_request_id: null })
    expect(eventId(first).slice(0, 10)).toBe(timeOf(Date.parse(request.created_at)))
    const undated = paid('payment.confirmed', hash('ab'), { created_at: 'unknown' })
    expect(eventId(undated).slice(0, 10)).toBe('0000000000')
  })
})

describe('A payment that left the chain', () => {
  const revoke = (txHash: string) =>
    outbox.context.db.transaction((tx) =>
      retractEvents(tx, outbox.context, [{ requestId: request.id, txHash }]),
    )
  const statuses = async () => (await outbox.deliveriesOf(request.id)).map(({ status }) => status)

  test('a payment that left the chain retracts only its own event, and needs no correction before a delivery attempt', async () => {
    await write(paid('payment.partial', hash('ab')))
    await write(paid('payment.partial', hash('ef'), { event_sequence: 2 }))
    expect(await revoke(hash('ab'))).toEqual(new Set())
    expect(await statuses()).toEqual(['cancelled', 'pending'])
    const [first, second] = await readEvents()
    expect(first?.retracted_at).toBe(outbox.context.now().toISOString())
    expect(second?.retracted_at).toBeNull()
  })

  test('a payment that left the chain needs a correction if no endpoint exists, because a merchant may have read the list of events', async () => {
    const { kysely } = outbox.context.db
    await kysely.updateTable('webhook_endpoints').set({ is_active: 0 }).execute()
    await write(paid('payment.confirmed', hash('ab')))
    expect(await statuses()).toEqual([])
    expect(await revoke(hash('ab'))).toEqual(new Set([request.id]))
  })

  test('a payment that left the chain retracts a confirmation that depended on the payment', async () => {
    await write(paid('payment.partial', hash('ab')))
    await write(paid('payment.confirmed', hash('ef'), { event_sequence: 2 }))
    await revoke(hash('ab'))
    expect(await statuses()).toEqual(['cancelled', 'cancelled'])
  })

  test('a payment that left the chain needs a correction after a delivery attempt', async () => {
    await write(paid('payment.partial', hash('ab')))
    await outbox.context.db.kysely
      .updateTable('webhook_deliveries')
      .set({ attempt: 1, status: 'delivered' })
      .execute()
    expect(await revoke(hash('ab'))).toEqual(new Set([request.id]))
    expect(await statuses()).toEqual(['delivered'])
  })

  test('a payment that left the chain leaves an event unchanged if a correction already follows it', async () => {
    await write(paid('payment.partial', hash('ab')))
    await write({
      type: 'payment.failed',
      request: { ...request, event_sequence: 2 },
      failureReason: 'reorganised',
      orphanedBlock: BLOCK,
      heldRefundIds: [],
    })
    await revoke(hash('ab'))
    expect(await statuses()).toEqual(['pending', 'pending'])
  })

  test('a payment that left the chain retracts earlier events even if a later failure event corrects none of them', async () => {
    await write(paid('payment.partial', hash('ab')))
    await write({
      type: 'payment.failed',
      request: { ...request, event_sequence: 2 },
      failureReason: 'bridge_failed',
    })
    await revoke(hash('ab'))
    expect(await statuses()).toEqual(['cancelled', 'pending'])
  })
})

describe('Due endpoints', () => {
  test('due endpoints are read 256 at a time, in the order of their ids', async () => {
    const { context, sink } = outbox
    const ids = [endpoint]
    for (let index = 0; index < 257; index += 1) {
      const url = `${sink.url}?${index}`
      ids.push(await createEndpoint(context, { url, secret: SECRET }))
    }
    await write(paid('payment.partial', hash('ab')))
    const none = { tenants: [], slowTenants: [], quickEndpoints: [], endpoints: [] }
    const sorted = ids.sort()
    const first = await findDueEndpoints(context, '', none)
    expect(first.map(({ endpointId }) => endpointId)).toEqual(sorted.slice(0, 256))
    const rest = await findDueEndpoints(context, sorted[255] ?? '', none)
    expect(rest.map(({ endpointId }) => endpointId)).toEqual(sorted.slice(256))
  })

  test('an attempt at an endpoint without a server stores the connection error’s code', async () => {
    const url = await closedUrl()
    await outbox.context.db.kysely.updateTable('webhook_endpoints').set({ url }).execute()
    await write(paid('payment.partial', hash('ab')))
    outbox.startWorker()
    const tried = await outbox.untilTried(request.id, 1)
    expect(tried.last_error).toMatch(/^ECONNREFUSED: /)
  })
})

test('An operator restarts at most 10,000 dead deliveries per run, and sees how many remain', async () => {
  const { context, sink } = outbox
  const other = await createEndpoint(context, { url: `${sink.url}?other`, secret: SECRET })
  await write(paid('payment.partial', hash('ab')))
  const [model] = await outbox.deliveriesOf(request.id)
  if (model === undefined) throw new Error('nothing is to be sent')
  await context.db.kysely.deleteFrom('webhook_deliveries').execute()
  const dead = (endpointId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...model,
      id: createUlid(context.now().getTime() + index, context.random(10)),
      endpoint_id: endpointId,
      status: 'dead' as const,
    }))
  const rows = [...dead(endpoint, 6_000), ...dead(other, 4_500)]
  for (let at = 0; at < rows.length; at += 1_000) {
    const some = rows.slice(at, at + 1_000)
    await context.db.kysely.insertInto('webhook_deliveries').values(some).execute()
  }
  const run = () => redeliverDead(context, null)
  expect(await run()).toEqual({ endpoints: 2, count: 10_000, remaining: 500 })
  expect(await run()).toEqual({ endpoints: 2, count: 500, remaining: 0 })
  expect(await run()).toEqual({ endpoints: 2, count: 0, remaining: 0 })
})

/** Returns the URL of a port that was free a moment ago: no server listens on that port. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${address.port}/`
}

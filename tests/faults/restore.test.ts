import { describe, expect, it } from 'vitest'
import { claimUnmatchedPayment } from '../../host/src/api/unmatchedPayments/claimUnmatchedPayment.ts'
import { readUnmatchedPayments } from '../../host/src/api/unmatchedPayments/readUnmatchedPayments.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import { withPlan } from '../../host/src/requests/requestPlan.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { emit } from '../../host/src/webhooks/emit.ts'
import { openTestDatabase } from '../flows/support/openTestDatabase.ts'
import { type MockWorld, startMockWorld, UNITS } from '../flows/support/startMockWorld.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { backUp } from './support/backUp.ts'

/** Creates a receiver that follows the guide: it processes each `eventId` once. */
function createReceiver() {
  const seen = new Map<string, { event: string; requestId: string }>()
  return {
    /** Accepts every event that a host would send. */
    async take({ context }: MockWorld): Promise<void> {
      const rows = await context.db.kysely
        .selectFrom('events')
        .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'events.id')
        .select('events.body')
        .orderBy('events.sequence')
        .execute()
      for (const { body } of rows) {
        const event = JSON.parse(body)
        if (!seen.has(event.eventId)) seen.set(event.eventId, event)
      }
    },
    fulfilled: () => [...seen.values()].filter(({ event }) => event === 'payment.confirmed'),
    count: () => seen.size,
  }
}

async function pay(world: MockWorld, payments: Parameters<MockWorld['mine']>[0]): Promise<void> {
  world.mine(payments)
  world.mine()
  world.mine()
  expect(await world.poll(2)).toBeNull()
}

describe('Events after a restored backup or a reorganisation', () => {
  it('a restored backup resends the events for payments after the backup under their original eventIds', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    const receiver = createReceiver()
    const [whole, parts, taken] = [
      await world.createRequest(),
      await world.createRequest(),
      await world.createRequest(),
    ]
    world.mine()
    await world.poll()
    using backup = await backUp(database.url)

    await pay(world, [world.payment(whole), world.payment(parts, UNITS / 4n), world.payment(taken)])
    await pay(world, [world.payment(parts, (UNITS * 3n) / 4n)])
    await receiver.take(world)
    expect(receiver.fulfilled()).toHaveLength(3)
    const before = receiver.count()

    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world })
    expect(await restored.poll(2)).toBeNull()
    for (const { id } of [whole, parts, taken]) {
      expect((await restored.request(id)).status).toBe('paid')
    }
    await receiver.take(restored)
    expect(receiver.count()).toBe(before)
    expect(receiver.fulfilled()).toHaveLength(3)
  })

  it('a restored backup shows payments for lost requests, and counts one of the payments for the recreated request', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    // An earlier request shows that the payee belongs to the merchant.
    const known = await world.createRequest()
    world.mine()
    await world.poll()
    using backup = await backUp(database.url)
    const lost = await world.createRequest()
    await pay(world, [world.payment(lost)])
    expect((await world.request(lost.id)).status).toBe('paid')

    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world })
    expect(await restored.poll(2)).toBeNull()
    const { context } = restored
    const caller = { tenantId: known.tenant_id }
    const list = () => readUnmatchedPayments(context, {}, caller.tenantId)
    const { unmatchedPayments } = await list()
    expect(unmatchedPayments).toMatchObject([
      { reason: 'unknown_reference', requestId: null, amountUnits: UNITS.toString() },
    ])
    expect((await readUnmatchedPayments(context, {}, 'another')).unmatchedPayments).toEqual([])

    const again = await restored.createRequest()
    const other = await restored.createRequest(undefined, { units: UNITS + 1n })
    const claim = (requestId: string, tenantId = caller.tenantId) =>
      claimUnmatchedPayment(context, {
        params: { id: unmatchedPayments[0]?.id ?? '' },
        body: { requestId },
        caller: { tenantId },
      } as Parameters<typeof claimUnmatchedPayment>[1])
    await expect(claim(other.id)).rejects.toMatchObject({ code: 'claim_refused' })
    await expect(claim(again.id, 'another')).rejects.toMatchObject({
      code: 'unmatched_payment_not_found',
    })
    for (let time = 0; time < 2; time += 1) {
      expect(await claim(again.id)).toMatchObject({ claimedRequestId: again.id })
    }
    await expect(claim(known.id)).rejects.toMatchObject({ code: 'claim_refused' })
    const leases = await context.db.kysely.selectFrom('leases').select('name').execute()
    expect(leases.filter(({ name }) => name.startsWith('claim:'))).toEqual([])
    expect(await restored.request(again.id)).toMatchObject({
      status: 'paid',
      paid_units: UNITS.toString(),
    })
    expect((await restored.request(known.id)).status).toBe('created')
    const confirmed = await context.db.kysely
      .selectFrom('events')
      .select('request_id')
      .where('type', '=', 'payment.confirmed')
      .execute()
    expect(confirmed).toEqual([{ request_id: again.id }])
  })

  it('a duplicate event is emitted only once', async () => {
    await using world = await startMockWorld()
    const request = await world.createRequest()
    const told = {
      type: 'request.recurring',
      request: withPlan(request),
      original: request,
    } as const
    const { db } = world.context
    await db.transaction((tx) => emit(tx, world.context, [told]))
    await db.transaction((tx) => emit(tx, world.context, [told, told]))
    const deliveries = await db.kysely.selectFrom('webhook_deliveries').selectAll().execute()
    expect(deliveries).toHaveLength(1)
  })

  it('a payment that is mined again after a reorganisation is sent under another eventId', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    const receiver = createReceiver()
    const { request, payment } = await payForSettled(world)
    await deliverAll(world)
    await receiver.take(world)
    await takeBack(world)
    expect((await world.request(request.id)).status).toBe('created')
    await pay(world, [payment])
    expect((await world.request(request.id)).status).toBe('paid')
    await receiver.take(world)
    expect(receiver.fulfilled()).toHaveLength(2)
    expect(receiver.count()).toBe(3)
  })

  it('a payment that was mined again is sent under another eventId, even when a restored backup lacks the payment’s reversal', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    const receiver = createReceiver()
    const request = await world.createRequest()
    world.mine()
    await world.poll()
    using backup = await backUp(database.url)
    for (let block = 0; block < 3; block += 1) world.mine()
    await world.poll()
    const payment = world.payment(request)
    await pay(world, [payment])
    await deliverAll(world)
    await receiver.take(world)
    await takeBack(world)
    await receiver.take(world)
    const heard = receiver.count()
    expect(receiver.fulfilled()).toHaveLength(1)

    for (const transactions of [[payment], [], []]) world.mine(transactions)
    for (let time = 0; time < 2; time += 1) {
      await using copy = await backup.restore()
      await using restored = await startMockWorld({ fills: copy, continues: world })
      expect(await restored.poll(2)).toBeNull()
      expect((await restored.request(request.id)).status).toBe('paid')
      await receiver.take(restored)
      // After another restore, the event has the same eventId again.
      expect(receiver.fulfilled()).toHaveLength(2)
      expect(receiver.count()).toBe(heard + 1)
    }
  })

  it('a payment whose original block returns after a reorganisation is sent under another eventId', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    const receiver = createReceiver()
    const { request } = await payForSettled(world)
    await deliverAll(world)
    await receiver.take(world)
    const chain = [...world.blocks]
    await takeBack(world)
    expect((await world.request(request.id)).status).toBe('created')
    await receiver.take(world)
    world.blocks.splice(0, world.blocks.length, ...chain)
    world.unite(0)
    for (let block = 0; block < 12; block += 1) world.mine()
    await world.poll(5)
    expect((await world.request(request.id)).status).toBe('paid')
    await receiver.take(world)
    expect(receiver.fulfilled()).toHaveLength(2)
    expect(receiver.count()).toBe(3)
  })

  it('a request’s confirmation has the same eventId in any order of the payments', async () => {
    const ids: string[] = []
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      await using world = await startMockWorld()
      const request = await world.createRequest()
      const { context } = world
      for (const index of order) {
        const payments = [partOf(request, index)]
        const facts = { network: 'devnet', payments, unmatched: [] }
        await context.db.transaction((tx) => recordFacts(context, tx, facts))
      }
      const { id } = await context.db.kysely
        .selectFrom('events')
        .select('id')
        .where('type', '=', 'payment.confirmed')
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    expect(ids[0]).toBe(ids[1])
  })
})

/** Pays half of a request, in a separate block. */
function partOf(request: Row<'requests'>, index: number): DetectedPayment {
  const units = UNITS / 2n
  return {
    ...PLAIN_PAYMENT,
    requestId: request.id,
    tenantId: request.tenant_id,
    network: 'devnet',
    txHash: `0x${`a${index}`.repeat(32)}`,
    logIndex: 0,
    blockNumber: BigInt(index),
    blockHash: `0x${`b${index}`.repeat(32)}`,
    blockTime: request.created_at,
    payer: request.payee,
    payee: request.payee,
    tokenAddress: request.token_address,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
}

/** Creates a request, and pays it after three blocks. */
async function payForSettled(world: MockWorld) {
  const request = await world.createRequest()
  const payment = world.payment(request)
  for (let block = 0; block < 3; block += 1) world.mine()
  await world.poll()
  await pay(world, [payment])
  return { request, payment }
}

async function deliverAll({ context }: MockWorld): Promise<void> {
  await context.db.kysely
    .updateTable('webhook_deliveries')
    .set({ attempt: 1, status: 'delivered' })
    .execute()
}

/** Removes the last three blocks of the chain, more than its confirmation depth. */
async function takeBack(world: MockWorld): Promise<void> {
  for (const node of [0, 1]) world.drop(node, 3)
  world.unite(0)
  for (let block = 0; block < 6; block += 1) world.mine()
  await world.poll(5)
}

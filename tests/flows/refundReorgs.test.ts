import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelRefund } from '../../host/src/api/refunds/cancelRefund.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { guardOpen } from '../../host/src/paying/guardOpen.ts'
import { loadPayable } from '../../host/src/paying/loadPayable.ts'
import { markAttempted } from './support/markAttempted.ts'
import {
  createRefundOf,
  readRefundOf,
  refundingKey,
  withPlainAccounts,
} from './support/refundCalls.ts'
import { type MockWorld, startMockWorld, UNITS } from './support/startMockWorld.ts'

let world: MockWorld
beforeAll(async () => {
  world = await startMockWorld()
  world.mine()
  await world.poll()
})
afterAll(() => world[Symbol.asyncDispose]())

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const contextOf = () => withPlainAccounts(world.context)

async function paidRequest() {
  const request = await world.createRequest()
  const transaction = world.payment(request)
  world.mine([transaction])
  await mineMore()
  return { request, transaction, payment: await paymentOf(request) }
}

/** Mines enough blocks to confirm the earlier blocks, and lets the watcher read all of them. */
async function mineMore(blocks = 3): Promise<void> {
  for (let block = 0; block < blocks; block += 1) world.mine()
  await world.poll(3)
}

async function paymentOf({ id }: { id: string }): Promise<Row<'payments'>> {
  return world.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
}

const refund = (payment: Row<'payments'>, amount = 'all') =>
  createRefundOf(contextOf(), payment, { amount, recipient: RECIPIENT })
const read = (id: string, tenantId: string) => readRefundOf(world.context, { id, tenantId })

async function typesOf(requestId: string): Promise<string[]> {
  const rows = await world.context.db.kysely
    .selectFrom('events')
    .select('type')
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
  return rows.map(({ type }) => type)
}

async function payabilityOf(requestId: string, tenantId: string): Promise<string> {
  const request = await loadPayable(world.context, { requestId, caller: refundingKey(tenantId) })
  try {
    guardOpen(request)
  } catch (error) {
    return (error as { code: string }).code
  }
  return request.payability
}

/** Removes the newest blocks, on all nodes, and mines other blocks with these transactions. */
async function reorganise(depth: number, transactions: Parameters<MockWorld['mine']>[0] = []) {
  world.drop(0, depth)
  world.unite(0)
  world.mine(transactions)
  await mineMore(depth + 3)
}

describe('A refund', () => {
  test('a refund is open, then processing in an unconfirmed block, then confirmed, and sends no payment.* event', async () => {
    const { payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment)
    const states = [(await read(id, payment.tenant_id)).status]
    const request = await world.request(refundRequestId)
    world.mine([world.payment(request)])
    await world.poll()
    states.push((await read(id, payment.tenant_id)).status)
    await mineMore()
    const confirmed = await read(id, payment.tenant_id)
    states.push(confirmed.status)
    expect(states).toEqual(['open', 'processing', 'confirmed'])
    expect(confirmed).toMatchObject({ amountPaid: '1', confirmedAt: expect.any(String) })
    expect(await typesOf(refundRequestId)).toEqual(['refund.created', 'refund.confirmed'])
    expect(await payabilityOf(refundRequestId, payment.tenant_id)).toBe('already_paid')
  })

  test('a refund that is paid in parts sends one event, once it is paid in full', async () => {
    const { payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment)
    const request = await world.request(refundRequestId)
    world.mine([world.payment(request, UNITS / 4n)])
    await mineMore()
    expect(await read(id, payment.tenant_id)).toMatchObject({ status: 'open', amountPaid: '0.25' })
    expect(await typesOf(refundRequestId)).toEqual(['refund.created'])
    world.mine([world.payment(request, UNITS)])
    await mineMore()
    expect(await read(id, payment.tenant_id)).toMatchObject({
      status: 'confirmed',
      amountPaid: '1.25',
    })
    expect(await typesOf(refundRequestId)).toEqual(['refund.created', 'refund.confirmed'])
  })

  test('a refund that was cancelled but is paid anyway is confirmed', async () => {
    const { payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment)
    const request = await world.request(refundRequestId)
    await cancel(id, payment.tenant_id)
    expect((await read(id, payment.tenant_id)).status).toBe('cancelled')
    world.mine([world.payment(request)])
    await mineMore()
    expect(await read(id, payment.tenant_id)).toMatchObject({
      status: 'confirmed',
      cancelledAt: expect.any(String),
    })
    const [body] = await bodiesOf(refundRequestId, 'refund.confirmed')
    expect(body).toMatchObject({ isCancelled: true, totalAmountPaid: '1' })
    // The paid refund counts although it was cancelled, so nothing is left.
    await expect(refund(payment)).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
  })

  test('a refund that was cancelled and is paid late holds the refund that replaced it', async () => {
    const { payment } = await paidRequest()
    const { tenant_id } = payment
    const cancelled = await refund(payment)
    const late = world.payment(await world.request(cancelled.refundRequestId))
    await cancel(cancelled.id, tenant_id)
    const kept = await refund(payment, '0.3')
    const replacing = await refund(payment)
    expect(replacing).toMatchObject({ amount: '0.7', heldReason: null })
    expect(await payabilityOf(replacing.refundRequestId, tenant_id)).toBe('open')
    world.mine([late])
    await world.poll()
    // In an unconfirmed block, the money is already on its way.
    expect(await payabilityOf(kept.refundRequestId, tenant_id)).toBe('refund_held')
    expect(await payabilityOf(replacing.refundRequestId, tenant_id)).toBe('refund_held')
    await expect(refund(payment)).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
    await mineMore()
    expect((await read(cancelled.id, tenant_id)).status).toBe('confirmed')
    for (const { id, refundRequestId } of [kept, replacing]) {
      expect(await read(id, tenant_id)).toMatchObject({
        ...{ status: 'held', heldReason: 'exceeds_payment', isPaymentOnChain: true },
      })
      expect(await payabilityOf(refundRequestId, tenant_id)).toBe('refund_held')
    }
    // The replacing refund stays held if the late payment leaves the chain, because that payment will probably return.
    await reorganise(4)
    expect((await read(replacing.id, tenant_id)).status).toBe('held')
    expect((await cancel(replacing.id, tenant_id)).status).toBe('cancelled')
  })

  test('a refund that is paid in part can be cancelled, and counts as the amount paid, even when the rest is paid later', async () => {
    const { payment } = await paidRequest()
    const { tenant_id } = payment
    const cancelled = await refund(payment)
    const request = await world.request(cancelled.refundRequestId)
    world.mine([world.payment(request, UNITS / 10n)])
    await world.poll()
    const seen = { code: 'refund_not_cancellable', problemMembers: { reason: 'seen' } }
    await expect(cancel(cancelled.id, tenant_id)).rejects.toMatchObject(seen)
    await mineMore()
    expect(await cancel(cancelled.id, tenant_id)).toMatchObject({
      ...{ status: 'cancelled', amountPaid: '0.1' },
    })
    expect(await payabilityOf(cancelled.refundRequestId, tenant_id)).toBe('payment_not_payable')
    const replacing = await refund(payment)
    expect(replacing.amount).toBe('0.9')
    // The merchant pays a part of the new refund, and the earlier calldata pays the rest of the cancelled one.
    const next = await world.request(replacing.refundRequestId)
    world.mine([world.payment(next, UNITS / 10n)])
    await mineMore()
    world.mine([world.payment(request, (UNITS * 9n) / 10n)])
    await mineMore()
    expect(await read(cancelled.id, tenant_id)).toMatchObject({
      ...{ status: 'confirmed', amountPaid: '1' },
    })
    expect(await read(replacing.id, tenant_id)).toMatchObject({
      ...{ status: 'held', heldReason: 'exceeds_payment', amountPaid: '0.1' },
    })
    await cancel(replacing.id, tenant_id)
    const exceeds = { code: 'refund_exceeds_payment', problemMembers: { remaining: '0' } }
    await expect(refund(payment)).rejects.toMatchObject(exceeds)
  })

  test('a refund that was paid in part and is held can be cancelled, so the rest can be refunded', async () => {
    const { payment } = await paidRequest()
    const { tenant_id } = payment
    const late = await refund(payment, '0.5')
    await cancel(late.id, tenant_id)
    const replacing = await refund(payment)
    world.mine([world.payment(await world.request(replacing.refundRequestId), UNITS / 10n)])
    await mineMore()
    world.mine([world.payment(await world.request(late.refundRequestId), UNITS / 2n)])
    await mineMore()
    expect((await read(replacing.id, tenant_id)).status).toBe('held')
    await cancel(replacing.id, tenant_id)
    expect((await refund(payment)).amount).toBe('0.4')
  })

  test('a refund that is overpaid holds only the refunds above the remaining amount, newest first', async () => {
    const { payment } = await paidRequest()
    const { tenant_id } = payment
    const [first, second, third] = [
      await refund(payment, '0.4'),
      await refund(payment, '0.3'),
      await refund(payment, '0.3'),
    ]
    // The merchant pays 0.7 for the refund of 0.4, as with one transaction from each of two tabs.
    const request = await world.request(first.refundRequestId)
    world.mine([world.payment(request, (UNITS * 7n) / 10n)])
    await mineMore()
    const statuses = await Promise.all(
      [first, second, third].map(async ({ id }) => (await read(id, tenant_id)).status),
    )
    expect(statuses).toEqual(['confirmed', 'open', 'held'])
    expect(await payabilityOf(second.refundRequestId, tenant_id)).toBe('open')
  })

  test('a refund that is paid twice blocks its payment’s other refunds while the second payment is unconfirmed', async () => {
    const { payment } = await paidRequest()
    const paidTwice = await refund(payment, '0.4')
    const other = await refund(payment)
    const request = await world.request(paidTwice.refundRequestId)
    const units = (UNITS * 4n) / 10n
    world.mine([world.payment(request, units)])
    await world.poll()
    expect(await payabilityOf(other.refundRequestId, payment.tenant_id)).toBe('open')
    world.mine([world.payment(request, units)])
    await world.poll()
    expect(await payabilityOf(other.refundRequestId, payment.tenant_id)).toBe('refund_held')
    await mineMore()
    expect(await read(other.id, payment.tenant_id)).toMatchObject({ heldReason: 'exceeds_payment' })
  })
})

const cancel = (id: string, tenantId: string) =>
  cancelRefund(contextOf(), { params: { id }, caller: refundingKey(tenantId) } as never)

async function bodiesOf(requestId: string, type: string) {
  const rows = await world.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', requestId)
    .where('type', '=', type)
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

describe('A reorganisation', () => {
  test('a reorganisation that removes the payment holds its refund, and releases it with the payment', async () => {
    const { request, transaction, payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment, '0.6')
    await reorganise(4)
    expect(await read(id, payment.tenant_id)).toMatchObject({
      status: 'held',
      isPaymentOnChain: false,
    })
    expect(await payabilityOf(refundRequestId, payment.tenant_id)).toBe('refund_held')
    await expect(refund(payment)).rejects.toMatchObject({ code: 'payment_not_found' })
    // The payment returns in another block, after another payment, so its row and its log index are new.
    const other = await world.createRequest()
    world.mine([world.payment(other), transaction])
    await mineMore()
    const again = await paymentOf(request)
    expect([again.id, again.log_index]).not.toEqual([payment.id, payment.log_index])
    expect(await read(id, payment.tenant_id)).toMatchObject({
      status: 'open',
      isPaymentOnChain: true,
      paymentId: again.id,
    })
    expect(await payabilityOf(refundRequestId, payment.tenant_id)).toBe('open')
    // The first refund counts towards the payment's new row.
    await expect(refund(again, '0.400001')).rejects.toMatchObject({
      code: 'refund_exceeds_payment',
      problemMembers: { remaining: '0.4' },
    })
    expect((await refund(again)).amount).toBe('0.4')
  })

  test('a reorganisation that removes the payment sends an event about it that names the held refunds', async () => {
    const { request, payment } = await paidRequest()
    const { tenant_id } = payment
    const [first, second, cancelled] = [
      await refund(payment, '0.2'),
      await refund(payment, '0.3'),
      await refund(payment, '0.4'),
    ]
    await cancel(cancelled.id, tenant_id)
    await markAttempted(world.context, request.id)
    await reorganise(4)
    const failed = await bodiesOf(request.id, 'payment.failed')
    expect(failed).toMatchObject([
      { failureReason: 'reorganised', heldRefundIds: [first.id, second.id].toSorted() },
    ])
    expect((await read(first.id, tenant_id)).status).toBe('held')
  })

  test('a reorganisation that removes the refund opens it again, and corrects an event that was sent', async () => {
    const { payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment)
    const transaction = world.payment(await world.request(refundRequestId))
    world.mine([transaction])
    await mineMore()
    expect((await read(id, payment.tenant_id)).status).toBe('confirmed')
    await markAttempted(world.context, refundRequestId)
    await reorganise(4)
    expect(await read(id, payment.tenant_id)).toMatchObject({
      status: 'open',
      amountPaid: '0',
      confirmedAt: null,
    })
    expect(await typesOf(refundRequestId)).toEqual([
      'refund.created',
      'refund.confirmed',
      'refund.failed',
    ])
    const [failed] = await bodiesOf(refundRequestId, 'refund.failed')
    expect(failed).toMatchObject({ failureReason: 'reorganised', refundId: id })
    world.mine([transaction])
    await mineMore()
    expect((await read(id, payment.tenant_id)).status).toBe('confirmed')
    const types = await typesOf(refundRequestId)
    expect(types.at(-1)).toBe('refund.confirmed')
    const ids = (await bodiesOf(refundRequestId, 'refund.confirmed')).map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(2)
  })

  test('a reorganisation that removes the payment while a cancelled refund is paid late holds the replacing refund once the payment returns', async () => {
    const { transaction, payment } = await paidRequest()
    const { tenant_id } = payment
    const cancelled = await refund(payment)
    const late = world.payment(await world.request(cancelled.refundRequestId))
    await cancel(cancelled.id, tenant_id)
    const replacing = await refund(payment)
    await reorganise(4, [late])
    expect((await read(cancelled.id, tenant_id)).status).toBe('confirmed')
    expect((await read(replacing.id, tenant_id)).heldReason).toBe('payment_left_chain')
    world.mine([transaction])
    await mineMore()
    expect((await read(replacing.id, tenant_id)).heldReason).toBe('exceeds_payment')
    expect(await payabilityOf(replacing.refundRequestId, tenant_id)).toBe('refund_held')
  })

  test('a reorganisation that removes only the payment leaves a confirmed refund confirmed, and marks the payment as off the chain', async () => {
    const { payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment)
    const paying = world.payment(await world.request(refundRequestId))
    world.mine([paying])
    await mineMore()
    // The refund is mined again, but the payment is not.
    await reorganise(8, [paying])
    expect(await read(id, payment.tenant_id)).toMatchObject({
      status: 'confirmed',
      isPaymentOnChain: false,
    })
    const last = (await bodiesOf(refundRequestId, 'refund.confirmed')).at(-1)
    expect(last).toMatchObject({ refundId: id })
  })

  test('a reorganisation that removes the payment and its refund, which return together, reports the new payment', async () => {
    const { request, transaction, payment } = await paidRequest()
    const { id, refundRequestId } = await refund(payment)
    const paying = world.payment(await world.request(refundRequestId))
    world.mine([paying])
    await mineMore()
    await markAttempted(world.context, refundRequestId)
    await reorganise(8)
    expect((await read(id, payment.tenant_id)).status).toBe('held')
    world.mine([transaction, paying])
    await mineMore()
    const again = await paymentOf(request)
    expect(await read(id, payment.tenant_id)).toMatchObject({
      ...{ status: 'confirmed', isPaymentOnChain: true, paymentId: again.id },
    })
    const last = (await bodiesOf(refundRequestId, 'refund.confirmed')).at(-1)
    expect(last).toMatchObject({ refundId: id, paymentId: again.id })
    expect(last).not.toHaveProperty('hasPaymentLeftChain')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRefundCandidates } from '../../host/src/api/refunds/listRefundCandidates.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { loadPayable } from '../../host/src/paying/loadPayable.ts'
import {
  cancelRefundOf,
  createRefundOf,
  readRefundOf,
  refundingKey,
  withPlainAccounts,
} from './support/refundCalls.ts'
import { type MockWorld, startMockWorld, UNITS } from './support/startMockWorld.ts'

/**
 * A paid refund's reference is public, so any stranger can pay it. Only a payment that the service's calldata allows may hold other
 * refunds.
 */

let world: MockWorld
beforeAll(async () => {
  world = await startMockWorld()
  world.mine()
  await world.poll()
})
afterAll(() => world[Symbol.asyncDispose]())

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const TENTH = UNITS / 10n

type Refund = { id: string; refundRequestId: string }
type Payment = Row<'payments'>

async function mineMore(blocks = 3): Promise<void> {
  for (let block = 0; block < blocks; block += 1) world.mine()
  await world.poll(3)
}

async function reorganise(depth: number, transactions: Parameters<MockWorld['mine']>[0] = []) {
  world.drop(0, depth)
  world.unite(0)
  world.mine(transactions)
  await mineMore(depth + 3)
}

async function paymentsOf({ id }: { id: string }): Promise<Payment[]> {
  return world.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
}

async function paid(): Promise<{ request: Row<'requests'>; payment: Payment }> {
  const request = await world.createRequest()
  world.mine([world.payment(request)])
  await mineMore()
  const [payment] = await paymentsOf(request)
  if (payment === undefined) throw new Error('nothing was paid')
  return { request, payment }
}

const refund = (payment: Payment, amount = 'all') =>
  createRefundOf(withPlainAccounts(world.context), payment, { amount, recipient: RECIPIENT })
const cancel = ({ id }: Refund, { tenant_id }: Payment) =>
  cancelRefundOf(withPlainAccounts(world.context), { id, tenantId: tenant_id })
const read = ({ id }: Refund, { tenant_id: tenantId }: Payment) =>
  readRefundOf(world.context, { id, tenantId })
const transactionFor = async ({ refundRequestId }: Refund, units: bigint) =>
  world.payment(await world.request(refundRequestId), units)

async function pay(to: Refund, units: bigint): Promise<void> {
  world.mine([await transactionFor(to, units)])
  await mineMore()
}

async function payabilityOf({ refundRequestId: requestId }: Refund, { tenant_id }: Payment) {
  const caller = refundingKey(tenant_id)
  return (await loadPayable(world.context, { requestId, caller })).payability
}

describe('A stranger’s base units', () => {
  test('a stranger’s base unit for a paid refund blocks no other refund of the same payment', async () => {
    const { payment } = await paid()
    const part = await refund(payment, '0.4')
    await pay(part, 4n * TENTH)
    const rest = await refund(payment)
    expect(rest.amount).toBe('0.6')
    world.mine([await transactionFor(part, 1n)])
    await world.poll(2)
    expect(await payabilityOf(rest, payment)).toBe('open')
    await mineMore()
    expect(await payabilityOf(rest, payment)).toBe('open')
    expect(await read(rest, payment)).toMatchObject({ status: 'open', heldReason: null })
  })

  test('a stranger’s base unit for a cancelled refund does not block the refund that replaced it', async () => {
    const { payment } = await paid()
    const cancelled = await refund(payment)
    await cancel(cancelled, payment)
    const replacing = await refund(payment)
    world.mine([await transactionFor(cancelled, 1n)])
    await world.poll(2)
    expect(await payabilityOf(replacing, payment)).toBe('open')
    await mineMore()
    expect(await payabilityOf(replacing, payment)).toBe('open')
  })

  test('a stranger’s base units do not hide a refund that the merchant paid twice', async () => {
    const { payment } = await paid()
    const twice = await refund(payment, '0.4')
    const rest = await refund(payment)
    await pay(twice, 1n)
    // Two tabs each pay the refund's remainder.
    world.mine([await transactionFor(twice, 4n * TENTH - 1n)])
    world.mine([await transactionFor(twice, 4n * TENTH - 1n)])
    await world.poll()
    expect(await payabilityOf(rest, payment)).toBe('held')
    await mineMore()
    expect((await read(rest, payment)).heldReason).toBe('exceeds_payment')
  })

  test('a stranger’s money that a reorganisation removed does not hide the merchant’s payment of the remainder', async () => {
    const { payment } = await paid()
    const cancelled = await refund(payment)
    await pay(cancelled, 9n * TENTH)
    const remainder = await transactionFor(cancelled, TENTH)
    await reorganise(4)
    await cancel(cancelled, payment)
    const replacing = await refund(payment)
    world.mine([remainder])
    await world.poll()
    expect(await payabilityOf(replacing, payment)).toBe('held')
    await mineMore()
    expect((await read(replacing, payment)).heldReason).toBe('exceeds_payment')
  })
})

describe('A payment that another transaction replaced', () => {
  test('a payment that another transaction replaced is not refunded a second time', async () => {
    const { request, payment } = await paid()
    const first = await refund(payment)
    const paying = await transactionFor(first, UNITS)
    world.mine([paying])
    await mineMore()
    await reorganise(8, [paying, world.payment(request)])
    const [replacement] = await paymentsOf(request)
    if (replacement === undefined) throw new Error('nothing was paid')
    expect(await read(first, payment)).toMatchObject({
      ...{ status: 'confirmed', isPaymentOnChain: false },
    })
    await expect(refund(replacement)).rejects.toMatchObject({
      ...{ code: 'refund_exceeds_payment', problemMembers: { remaining: '0' } },
    })
  })

  test('a payment that another transaction replaced leaves only the amount that its paid refunds did not return', async () => {
    const { request, payment } = await paid()
    const first = await refund(payment, '0.4')
    const unpaid = await refund(payment)
    const late = await transactionFor(unpaid, 6n * TENTH)
    const paying = await transactionFor(first, 4n * TENTH)
    world.mine([paying])
    await mineMore()
    await reorganise(8, [paying, world.payment(request)])
    const [replacement] = await paymentsOf(request)
    if (replacement === undefined) throw new Error('nothing was paid')
    expect((await read(unpaid, payment)).heldReason).toBe('payment_left_chain')
    const rest = await refund(replacement)
    expect(rest.amount).toBe('0.6')
    // The merchant signed this payment of the held refund before the reorganisation.
    world.mine([late])
    await world.poll()
    expect(await payabilityOf(rest, payment)).toBe('held')
    await mineMore()
    expect((await read(rest, payment)).heldReason).toBe('exceeds_payment')
  })

  test('a payment that left the chain after its refund was paid holds the refund of a second payment', async () => {
    const { request, payment } = await paid()
    world.mine()
    const second = world.payment(request)
    world.mine([second])
    await mineMore()
    const double = (await paymentsOf(request)).find(({ id }) => id !== payment.id)
    if (double === undefined) throw new Error('nothing was paid twice')
    const first = await refund(payment)
    const open = await refund(double)
    const paying = await transactionFor(first, UNITS)
    world.mine([paying])
    await mineMore()
    await reorganise(14, [second, paying])
    expect((await paymentsOf(request)).map(({ tx_hash }) => tx_hash)).toEqual([second.hash])
    // The merchant has the money of one payment, and has refunded the same amount.
    expect((await read(open, payment)).status).toBe('held')
  })

  test('a double payment that another transaction replaced counts as excess, although the original’s refund is held', async () => {
    const { request } = await paid()
    world.mine([world.payment(request)])
    await mineMore()
    const [, double] = await paymentsOf(request)
    if (double === undefined) throw new Error('nothing was paid twice')
    const held = await refund(double)
    await reorganise(4)
    expect((await read(held, double)).status).toBe('held')
    world.mine([world.payment(request)])
    await mineMore()
    const { candidates } = await listRefundCandidates(world.context, {
      query: { limit: 100 },
      caller: refundingKey(request.tenant_id),
    } as never)
    const candidate = candidates.find(({ requestId }) => requestId === request.id)
    expect(candidate).toMatchObject({ reason: 'overpaid', refundAmount: '1' })
  })
})

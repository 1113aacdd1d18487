import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRequests } from '../../host/src/paying/cancelRequests.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

let world: MockWorld
beforeAll(async () => {
  world = await startMockWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const eventsOf = async (requestId: string) => {
  const rows = await world.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

async function cancel(request: {
  id: string
  tenant_id: string
  secure_payment_token: string | null
}) {
  return cancelRequests(world.context, {
    caller: { tenantId: request.tenant_id },
    find: async () => ({ token: request.secure_payment_token, requestIds: [request.id] }),
  })
}

const linkOf = async (token: string | null) =>
  world.context.db.kysely
    .selectFrom('secure_payments')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()

test('A payment for a cancelled link is recorded as late and reported, and its link stays cancelled', async () => {
  const request = await world.createRequest()
  world.mine()
  await world.poll()
  expect((await cancel(request))?.requestIds).toEqual([request.id])
  await world.poll()
  world.mine([world.payment(request)])
  world.mine()
  world.mine()
  await world.poll(2)
  expect(await world.request(request.id)).toMatchObject({
    status: 'paid',
    has_been_paid: 1,
    paid_late: 1,
  })
  expect(await linkOf(request.secure_payment_token)).toEqual({ status: 'invalidated' })
  expect(await eventsOf(request.id)).toMatchObject([
    { event: 'request.cancelled', sequence: 1 },
    { event: 'payment.confirmed', sequence: 2, paidLate: true, isCancelled: true },
  ])
  // The payment's block leaves the chain: the request stays cancelled.
  world.drop(0, 4)
  world.unite(0)
  for (let block = 0; block < 6; block += 1) world.mine()
  await world.poll(5)
  const { status, cancelled_at } = await world.request(request.id)
  expect(status).toBe('created')
  expect(cancelled_at).not.toBeNull()
  expect(await linkOf(request.secure_payment_token)).toEqual({ status: 'invalidated' })
})

test('A link cannot be cancelled once its payment is seen on chain', async () => {
  const request = await world.createRequest()
  world.mine([world.payment(request)])
  await world.poll()
  const pending = await world.context.db.kysely
    .selectFrom('pending_payments')
    .select('request_id')
    .where('request_id', '=', request.id)
    .execute()
  expect(pending).toHaveLength(1)
  await expect(cancel(request)).rejects.toMatchObject({
    code: 'cancel_refused',
    problemMembers: { reason: 'seen' },
  })
})

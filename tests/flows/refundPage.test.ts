import { afterAll, beforeAll, expect, test } from 'vitest'
import { readVersions } from '../../host/src/live/readVersions.ts'
import { describeSecurePayment } from '../../host/src/paying/describeSecurePayment.ts'
import { readSecurePayment } from '../../host/src/paying/loadSecurePayment.ts'
import { createRefundOf } from './support/refundCalls.ts'
import { type MockWorld, startMockWorld, UNITS } from './support/startMockWorld.ts'

/** The refunds that a payer's page shows, from the paid refund to the reorganisation that removes it. */
let world: MockWorld
beforeAll(async () => {
  world = await startMockWorld()
  world.mine()
  await world.poll()
})
afterAll(() => world[Symbol.asyncDispose]())

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

async function mineMore(blocks = 3): Promise<void> {
  for (let block = 0; block < blocks; block += 1) world.mine()
  await world.poll(3)
}

async function refundPaid() {
  const request = await world.createRequest()
  world.mine([world.payment(request)])
  await mineMore()
  const payment = await world.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', request.id)
    .executeTakeFirstOrThrow()
  const client = {
    ...world.context.chains.get('devnet'),
    readAccount: async () => ({
      ...{ latestNonce: 0n, pendingNonce: 0n, balanceUnits: 0n, hasContractCode: false },
    }),
  }
  const context = { ...world.context, chains: { ...world.context.chains, get: () => client } }
  const body = { amount: '0.6', recipient: RECIPIENT }
  const { refundRequestId } = await createRefundOf(context, payment, body)
  return { token: String(request.secure_payment_token), refundRequestId, requestId: request.id }
}

/** Returns the page's view of the refunds, and the version that wakes its stream. */
async function look(token: string) {
  const stored = await readSecurePayment(world.context, token)
  if (stored === null) throw new Error('There is no payment.')
  const { refunds, items } = describeSecurePayment(world.context.config, stored, new Date())
  const version = (await readVersions(world.context.db, [token])).get(token)
  return { refunds, refundedAmount: items[0]?.refundedAmount, version }
}

test('A payment’s page shows its refunds’ transactions, and the page’s stream wakes at each change', async () => {
  const { token, refundRequestId, requestId } = await refundPaid()
  const open = await look(token)
  // The merchant has created the refund but not paid it.
  expect(open).toMatchObject({ refunds: undefined, refundedAmount: undefined })

  const part = world.payment(await world.request(refundRequestId), UNITS / 4n)
  world.mine([part])
  await world.poll()
  const young = await look(token)
  const shown = { requestId, txHash: part.hash, amount: '0.25' }
  expect(young.refunds).toMatchObject([{ ...shown, status: 'confirming', timestamp: null }])
  expect(young.refundedAmount).toBeUndefined()
  expect(young.version).not.toBe(open.version)

  world.mine()
  await world.poll()
  const deeper = await look(token)
  expect(deeper.version).not.toBe(young.version)

  await mineMore()
  const counted = await look(token)
  expect(counted).toMatchObject({
    refunds: [{ ...shown, status: 'confirmed', timestamp: expect.any(String) }],
    refundedAmount: '0.25',
  })
  expect(counted.version).not.toBe(deeper.version)
  // Further blocks change nothing.
  await mineMore(1)
  expect((await look(token)).version).toBe(counted.version)

  const rest = world.payment(await world.request(refundRequestId), UNITS / 4n)
  world.mine([rest])
  await mineMore()
  const both = await look(token)
  expect(both.refunds?.map(({ txHash }) => txHash)).toEqual([part.hash, rest.hash])
  expect(both).toMatchObject({ refundedAmount: '0.5' })

  world.drop(0, 4)
  world.unite(0)
  world.mine()
  await mineMore(6)
  const left = await look(token)
  expect(left.refunds).toMatchObject([{ ...shown, status: 'confirmed' }])
  expect(left.refundedAmount).toBe('0.25')
  expect(left.version).not.toBe(both.version)
})

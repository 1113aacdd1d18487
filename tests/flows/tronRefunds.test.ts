import { refundConfirmed } from '@secure-payment/core/webhooks'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, payTron } from './support/payTron.ts'
import { createRefundOf, readRefundOf, refundUnmatchedOf } from './support/refundCalls.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

let chains: Chains
let world: World
beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  chains.tronNode('tron').setSwitches({ solidLag: 0 })
  world = await startWorld(chains, { network: 'tron' })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'
const EVM_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

test('A refund of a payment on Tron goes to the wallet that paid, and is confirmed', async () => {
  const [merchant, customer] = [0, 1].map((index) => accountOf(world, index).tronAddress)
  const [request] = await world.create([{ payee: merchant ?? '', token: USDT, units: 12_500_000n }])
  if (request === undefined) throw new Error('nothing was created')
  await payTron(world, request)
  await world.until(request.id, ({ status }) => status === 'paid')
  const [payment] = await world.payments(request.id)
  if (payment === undefined) throw new Error('nothing was paid')
  await expect(
    createRefundOf(world.context, payment, { amount: '1', recipient: EVM_WALLET }),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(
    createRefundOf(world.context, payment, { amount: '1', recipient: merchant ?? '' }),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  const created = await createRefundOf(world.context, payment, { amount: '2.5' })
  expect(created).toMatchObject({ network: 'tron', currency: 'USDT-tron', recipient: customer })
  const row = await world.request(created.refundRequestId)
  const txID = await payTron(world, row, { payer: 0 })
  const confirmed = await waitFor('the refund', async () => {
    const refund = await readRefundOf(world.context, {
      id: created.id,
      tenantId: payment.tenant_id,
    })
    return refund.status === 'confirmed' ? refund : null
  })
  expect(confirmed).toMatchObject({ amountPaid: '2.5', txHash: txID })
  const delivery = await world.sink.waitFor((one) => one.rawBody.includes('refund.confirmed'))
  expect(delivery.verified).toBe(true)
  expect(refundConfirmed.schema.parse(delivery.body)).toMatchObject({
    refundId: created.id,
    txHash: txID,
    amount: '2.5',
    recipient: customer,
    payerAddress: merchant,
  })
  expect(world.events(row.id).map(({ event }) => event)).not.toContain('payment.confirmed')
})

test('A refund of money in the wrong token on Tron goes to the wallet that paid', async () => {
  const [merchant, customer] = [0, 1].map((index) => accountOf(world, index).tronAddress)
  const [request] = await world.create([{ payee: merchant ?? '', token: USDT, units: 3_000_000n }])
  if (request === undefined) throw new Error('nothing was created')
  const txID = await payTron(world, request, { token: USDC })
  const unmatched = await waitFor('the note', async () =>
    world.context.db.kysely
      .selectFrom('unmatched_payments')
      .selectAll()
      .where('request_id', '=', request.id)
      .executeTakeFirst()
      .then((row) => row ?? null),
  )
  const created = await refundUnmatchedOf(world.context, unmatched, { amount: 'all' })
  expect(created).toMatchObject({
    ...{ network: 'tron', currency: 'USDC-tron', amount: '3', recipient: customer },
    ...{ unmatchedPaymentId: unmatched.id, paymentTxHash: txID },
  })
  await payTron(world, await world.request(created.refundRequestId), { payer: 0 })
  await waitFor('the refund', async () => {
    const { tenant_id: tenantId } = unmatched
    const refund = await readRefundOf(world.context, { id: created.id, tenantId })
    return refund.status === 'confirmed' ? refund : null
  })
})

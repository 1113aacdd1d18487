import { paymentConfirmed } from '@secure-payment/core/webhooks'
import type { Delivery, Devnet } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import { createRandom } from './support/random.ts'
import {
  expectSameBytes,
  type KilledShop,
  persist,
  startKilledShop,
  TAKEOVER_MS,
} from './support/startKilledShop.ts'
import { waitFor } from './support/waitFor.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
/** The number of kills in the random test; each costs a host start. The quick tier runs that test only on PostgreSQL. */
const KILLS = Number(process.env['KILLS'] ?? (isPostgres ? 4 : IS_QUICK ? 0 : 12))
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let shop: KilledShop
let devnet: Devnet

beforeAll(async () => {
  shop = await startKilledShop()
  devnet = shop.devnet
})

afterAll(() => shop?.[Symbol.asyncDispose]())

type Transaction = Parameters<KilledShop['sign']>[0]
type Order = { token: string; requestId: string; transaction: Transaction }

async function createOrder(idempotencyKey: string): Promise<Order> {
  const item = {
    payee: PAYEE,
    invoiceCurrency: 'ETH-devnet',
    paymentCurrency: 'ETH-devnet',
    amount: '0.001',
  }
  const created = await persist(() =>
    devnet.client.securePayments.create({ body: { requests: [item] } }, { idempotencyKey }),
  )
  const { token, requestIds } = created
  const answer = await persist(() => devnet.client.securePayments.pay({ params: { token } }))
  const transaction = 'transactions' in answer ? answer.transactions.at(-1) : undefined
  if (transaction === undefined) throw new Error('There is nothing to sign')
  return { token, requestId: requestIds[0] ?? '', transaction }
}

const payOrder = ({ transaction }: Order, payer = 1) => shop.sign(transaction, payer)

function confirmationsOf(order: Order): Delivery[] {
  return devnet.sink.deliveries().filter((delivery) => delivery.rawBody.includes(order.requestId))
}

async function untilTold(order: Order): Promise<Delivery> {
  return devnet.sink.waitFor((one) => one.rawBody.includes(order.requestId), TAKEOVER_MS)
}

async function expectPaidOnce(order: Order): Promise<void> {
  const request = await persist(() =>
    devnet.client.requests.get({ params: { requestId: order.requestId } }),
  )
  expect(request).toMatchObject({ hasBeenPaid: true, status: 'paid' })
  const deliveries = confirmationsOf(order)
  expectSameBytes(deliveries)
  const body = paymentConfirmed.schema.parse(deliveries[0]?.body)
  expect(body).toMatchObject({ amount: '0.001', totalAmountPaid: '0.001', sequence: 1 })
}

test('A host that is killed between a payment and its detection finds the payment after its restart', async () => {
  const order = await createOrder('before-detection')
  const killed = devnet.host.kill()
  await payOrder(order)
  await killed
  await untilTold(order)
  await expectPaidOnce(order)
})

test('A host that is killed after detection, but before it marks a delivery as sent, sends the same delivery again', async () => {
  const order = await createOrder('before-mark')
  let killed: Promise<void> | null = null
  devnet.sink.setStatus((delivery) => {
    // The host dies while its first attempt waits for this response.
    if (killed === null && delivery.rawBody.includes(order.requestId)) killed = devnet.host.kill()
    return 200
  })
  await payOrder(order)
  await untilTold(order)
  await waitFor(
    'the second try',
    () => (confirmationsOf(order).length >= 2 ? true : null),
    TAKEOVER_MS,
  )
  devnet.sink.setStatus(200)
  const [first, second] = confirmationsOf(order)
  expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery'])
  await expectPaidOnce(order)
})

test.skipIf(KILLS === 0)(
  `${KILLS} kills at random moments lose no order and pay each once (SEED=${SEED})`,
  async () => {
    const random = createRandom(SEED)
    const orders: Order[] = []
    let isOver = false
    async function sell(payer: number): Promise<void> {
      for (let index = 0; !isOver; index += 1) {
        const order = await createOrder(`shop-${payer}-${index}`)
        await payOrder(order, payer)
        orders.push(order)
      }
    }
    const shops = [sell(1), sell(2)]
    await shop.killOften({ kills: KILLS, random, countDone: () => orders.length })
    isOver = true
    await Promise.all(shops)
    expect(orders.length).toBeGreaterThanOrEqual(KILLS / 2)
    for (const order of orders) {
      await untilTold(order)
      await expectPaidOnce(order)
    }
    const copies = orders.reduce((sum, order) => sum + confirmationsOf(order).length, 0)
    console.log(
      `${KILLS} kills, ${orders.length} orders, ${copies - orders.length} repeated webhooks`,
    )
  },
  300_000,
)

import { accounts, type Devnet } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from './support/random.ts'
import {
  expectSameBytes,
  type KilledShop,
  persist,
  startKilledShop,
  TAKEOVER_MS,
} from './support/startKilledShop.ts'

/** The number of kills; each costs a host start. `KILLS=300` runs the full number. */
const KILLS = Number(process.env['KILLS'] ?? 12)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const CUSTOMER_INDEX = 1
const MERCHANT_INDEX = 2
const CUSTOMER = accounts[CUSTOMER_INDEX]?.address ?? '0x'
const MERCHANT = accounts[MERCHANT_INDEX]?.address ?? '0x'
const PARTS = ['0.0004', '0.0003', 'all'] as const
const PAID_WEI = 10n ** 15n

let shop: KilledShop
let devnet: Devnet
beforeAll(async () => {
  shop = await startKilledShop()
  devnet = shop.devnet
})
afterAll(() => shop?.[Symbol.asyncDispose]())

type Refund = { id: string; refundRequestId: string; amount: string }

/** Pays a request with its calldata, as a wallet does. */
async function pay(requestId: string, index: number): Promise<void> {
  const wallet = accounts[index]?.address
  const { transactions } = await persist(() =>
    devnet.client.requests
      .pay({ params: { requestId }, query: { wallet } })
      .then((answer) => ('transactions' in answer ? answer : null)),
  )
  for (const transaction of transactions) await shop.sign(transaction, index)
}

/** Receives a payment and refunds it in three parts; passes each part to `onPaid` once it is paid. */
async function refundOrder(key: string, onPaid: (refund: Refund) => void): Promise<void> {
  const item = {
    ...{ payee: MERCHANT, invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' },
    amount: '0.001',
  }
  const { requestId } = await persist(() =>
    devnet.client.requests.create({ body: item }, { idempotencyKey: key }),
  )
  await pay(requestId, CUSTOMER_INDEX)
  const payment = await persist(async () => {
    const { payments } = await devnet.client.payments.search({ query: { requestId } })
    return payments[0] ?? null
  })
  for (const [index, amount] of PARTS.entries()) {
    const refund = await persist(() =>
      devnet.client.refunds.create(
        { params: { id: payment.id }, body: { amount } },
        { idempotencyKey: `${key}-${index}` },
      ),
    )
    await pay(refund.refundRequestId, MERCHANT_INDEX)
    onPaid(refund)
  }
}

/** Expects a refund to be confirmed in the books and by one event, however often its delivery was repeated. */
async function expectConfirmedOnce({ id, amount }: Refund): Promise<void> {
  const isOwn = (rawBody: string) => rawBody.includes(id) && rawBody.includes('refund.confirmed')
  await devnet.sink.waitFor(({ rawBody }) => isOwn(rawBody), TAKEOVER_MS)
  const refund = await persist(() => devnet.client.refunds.get({ params: { id } }))
  expect(refund).toMatchObject({ status: 'confirmed', amountPaid: amount })
  const told = devnet.sink.deliveries().filter(({ rawBody }) => isOwn(rawBody))
  expectSameBytes(told)
}

test(`${KILLS} kills at random moments lose no refund and confirm each once (SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const refunds: Refund[] = []
  const before = await devnet.chains.client('devnet').getBalance({ address: CUSTOMER })
  let [orders, isOver] = [0, false]
  const sell = async () => {
    do {
      await refundOrder(`order-${orders}`, (refund) => refunds.push(refund))
      orders += 1
    } while (!isOver)
  }
  const sold = sell()
  await shop.killOften({ kills: KILLS, random, countDone: () => refunds.length })
  isOver = true
  await sold
  let returned = 0n
  for (const refund of refunds) {
    await expectConfirmedOnce(refund)
    returned += BigInt(Math.round(Number(refund.amount) * 1e6)) * 10n ** 12n
  }
  // All the money came back; only gas is missing.
  expect(returned).toBe(PAID_WEI * BigInt(orders))
  const after = await devnet.chains.client('devnet').getBalance({ address: CUSTOMER })
  expect(before - after).toBeLessThan(PAID_WEI * BigInt(orders))
  console.log(`${KILLS} kills, ${orders} orders, ${refunds.length} refunds`)
}, 3_600_000)

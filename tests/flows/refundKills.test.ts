import { setTimeout as delay } from 'node:timers/promises'
import { parseWireValue } from '@secure-payment/core/verify'
import { accounts, type Devnet, startDevnet } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabasePlace, type DatabasePlace } from './support/openTestDatabase.ts'
import { createRandom } from './support/random.ts'
import { waitFor } from './support/waitFor.ts'

/** The number of kills; each costs a start of the host. `KILLS=300` runs the full number. */
const KILLS = Number(process.env['KILLS'] ?? 12)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** A delivery whose sender was killed resumes when its lease of 30 s ends. */
const TAKEOVER_MS = 60_000
const CUSTOMER_INDEX = 1
const MERCHANT_INDEX = 2
const CUSTOMER = accounts[CUSTOMER_INDEX]?.address ?? '0x'
const MERCHANT = accounts[MERCHANT_INDEX]?.address ?? '0x'
const PARTS = ['0.0004', '0.0003', 'all'] as const
const PAID_WEI = 10n ** 15n

let place: DatabasePlace
let devnet: Devnet
beforeAll(async () => {
  place = await createDatabasePlace()
  devnet = await startDevnet({
    networks: ['devnet'],
    blockTimeMs: 0,
    confirmations: 0,
    database: place.url,
    host: 'process',
  })
})
afterAll(async () => {
  await devnet?.[Symbol.asyncDispose]()
  await place?.remove()
})

type Transaction = { to: Hex; data: Hex; value: bigint }
type Refund = { id: string; refundRequestId: string; amount: string }

/** Retries while the host is down; keys make repetitions harmless. */
async function persist<T>(call: () => Promise<T | null>): Promise<T> {
  return waitFor('the host to answer', () => call().catch(() => null), TAKEOVER_MS)
}

/** Pays a request as a wallet does with its calldata. */
async function pay(requestId: string, index: number): Promise<void> {
  const wallet = accounts[index]?.address
  const { transactions } = await persist(() =>
    devnet.client.requests
      .pay({ params: { requestId }, query: { wallet } })
      .then((answer) => ('transactions' in answer ? answer : null)),
  )
  for (const { to, data, value } of transactions) {
    const transaction: Transaction = {
      ...{ to: asHex(to), data: asHex(data) },
      value: parseWireValue(value),
    }
    const receipt = await devnet.chains.wallet('devnet', index).sendTransactionSync(transaction)
    expect(receipt.status).toBe('success')
  }
}

/** Receives a payment and refunds it in three parts, each of which it passes to `onPaid` once paid. */
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
  expect(new Set(told.map(({ rawBody }) => rawBody)).size).toBe(1)
  expect(told.every(({ verified }) => verified)).toBe(true)
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}

test(`${KILLS} kills at random moments lose no refund and confirm each once (SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const refunds: Refund[] = []
  const before = await devnet.chains.client('devnet').getBalance({ address: CUSTOMER })
  let [orders, isOver] = [0, false]
  const shop = async () => {
    do {
      await refundOrder(`order-${orders}`, (refund) => refunds.push(refund))
      orders += 1
    } while (!isOver)
  }
  const sold = shop()
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Every second kill follows a paid refund, so that it hits a working host. The other kills may hit a host that is starting.
    const paid = refunds.length
    if (kill % 2 === 1) {
      await waitFor('a paid refund', () => (refunds.length > paid ? true : null), TAKEOVER_MS)
    }
    await delay(random.integer(0, 300))
    await devnet.host.kill()
  }
  isOver = true
  await sold
  let returned = 0n
  for (const refund of refunds) {
    await expectConfirmedOnce(refund)
    returned += BigInt(Math.round(Number(refund.amount) * 1e6)) * 10n ** 12n
  }
  // All money came back; only gas is missing.
  expect(returned).toBe(PAID_WEI * BigInt(orders))
  const after = await devnet.chains.client('devnet').getBalance({ address: CUSTOMER })
  expect(before - after).toBeLessThan(PAID_WEI * BigInt(orders))
  console.log(`${KILLS} kills, ${orders} orders, ${refunds.length} refunds`)
}, 3_600_000)

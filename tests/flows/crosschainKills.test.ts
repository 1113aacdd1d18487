import { setTimeout as delay } from 'node:timers/promises'
import {
  type Bridge,
  type Chains,
  type Sink,
  startBridge,
  startChains,
  startSink,
  testTokenAbi,
} from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { API_KEY, FEE_ADDRESS } from '../support/testHost.ts'
import { createMigratedPlace } from './support/openTestDatabase.ts'
import { createRandom } from './support/random.ts'
import { AMOUNT, FEE, PAYEE, sendFromDevnet } from './support/startCrosschain.ts'
import { type KillableHost, startKillableHost } from './support/startKillableHost.ts'
import { waitFor } from './support/waitFor.ts'

/** The number of kills, each of which needs a host restart; a full run has 50. */
const KILLS = Number(process.env['CROSSCHAIN_KILLS'] ?? 4)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** On a busy machine, a host start takes several seconds. */
const TIMEOUT_MS = Math.max(600_000, KILLS * 30_000)
/** A delivery whose sender was killed resumes when its lease of 30 s ends. */
const PATIENCE_MS = 120_000

const random = createRandom(SEED)
const resources = new AsyncDisposableStack()
let chains: Chains
let bridge: Bridge
let sink: Sink
let db: Database
let host: KillableHost

beforeAll(async () => {
  const place = await createMigratedPlace()
  resources.defer(() => place.remove())
  chains = resources.use(await startChains({ networks: ['devnet', 'devnet-b'] }))
  bridge = resources.use(await startBridge({ chains: chains.list, switches: { durationS: 0 } }))
  sink = resources.use(await startSink())
  host = resources.use(
    await startKillableHost({
      PAY_DATABASE_URL: place.url,
      PAY_NETWORKS: 'devnet,devnet-b',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_RPC_URL_DEVNET_B: chains.rpcUrl('devnet-b'),
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_CONFIRMATIONS_DEVNET_B: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '100',
      PAY_POLL_INTERVAL_MS_DEVNET_B: '100',
      PAY_BOOTSTRAP_API_KEY: API_KEY,
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PAY_LIFI_URL: bridge.url,
      PAY_RATE_LIMIT_API_KEY: '0',
    }),
  )
  db = resources.use(await openDatabase(place.url))
  const { secret } = await post('/v1/webhook', { url: sink.url })
  sink.setSecret(secret)
})

afterAll(() => resources[Symbol.asyncDispose]())

/** The bridge modes that pay the payee, each with the received amount and the source of the credit. */
const MODES = {
  normal: { units: AMOUNT, source: 'request-network' },
  call_fails: { units: AMOUNT + FEE, source: 'lifi' },
} as const

type Order = { token: string; requestId: string; reference: Hex; mode: keyof typeof MODES }

test(
  `Payments from another chain survive ${KILLS} kills of the host (SEED=${SEED})`,
  async () => {
    const before = await payeeUnits()
    const orders: (Order & { txHash: Hex })[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const mode = random.integer(0, 1) === 0 ? 'normal' : 'call_fails'
      // A complete payment accepts no further report.
      bridge.setSwitches({ mode: 'slow' })
      const order = await createOrder(mode, kill)
      const txHash = await sendFromDevnet({ chains, bridge }, order)
      orders.push({ ...order, txHash })
      // The host is killed at any step: before the report, and between report, verification, delivery, credit and webhook.
      const isKilledFirst = random.integer(0, 3) === 0
      if (isKilledFirst) await host.kill()
      await delay(random.integer(0, 500))
      await report(order, txHash)
      bridge.setSwitches({ mode })
      await delay(random.integer(0, 3_000))
      if (!isKilledFirst) await host.kill()
      await waitForDelivery(txHash)
    }
    bridge.setSwitches({ mode: 'normal' })
    for (const order of orders) await expectPaidOnce(order)
    const units = orders.reduce((sum, { mode }) => sum + MODES[mode].units, 0n)
    expect((await payeeUnits()) - before).toBe(units)
  },
  TIMEOUT_MS,
)

async function expectPaidOnce({ requestId, txHash, mode }: Order & { txHash: Hex }): Promise<void> {
  const intent = await waitFor(
    `the intent of ${txHash} to end`,
    async () => {
      const row = await db.kysely
        .selectFrom('intents')
        .selectAll()
        .where('tx_hash', '=', txHash)
        .executeTakeFirst()
      return row?.status === 'tracking' ? null : (row ?? null)
    },
    PATIENCE_MS,
  )
  expect(intent).toMatchObject({ status: 'completed', note: null })
  const payments = await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
  const { units, source } = MODES[mode]
  expect(payments).toMatchObject([
    {
      type: 'crosschain',
      payer: chains.accounts[4]?.address,
      tx_hash: intent.settled_tx_hash,
      source_tx_hash: txHash,
      credited_units: String(units),
      detection_source: source,
    },
  ])
  const told = await waitFor(
    `the webhook about ${requestId}`,
    () => {
      const bodies = sink.deliveries().filter(({ rawBody }) => rawBody.includes(requestId))
      return bodies.length === 0 ? null : bodies
    },
    PATIENCE_MS,
  )
  // A kill may repeat a delivery, with the same bytes.
  expect(new Set(told.map(({ rawBody }) => rawBody)).size).toBe(1)
  expect(JSON.parse(told[0]?.rawBody ?? '')).toMatchObject({ event: 'payment.confirmed' })
}

async function createOrder(mode: keyof typeof MODES, index: number): Promise<Order> {
  const currency = 'USDC-devnet-b'
  const item = {
    payee: PAYEE,
    invoiceCurrency: currency,
    paymentCurrency: currency,
    amount: '12.5',
  }
  const body = { requests: [item], feePercentage: '1', feeAddress: FEE_ADDRESS }
  const headers = { 'idempotency-key': `crosschain-kill-${index}-of-${SEED}` }
  const { token, requestIds } = await post('/v2/secure-payments', body, headers)
  const [requestId = ''] = requestIds
  const { payment_reference } = await db.kysely
    .selectFrom('requests')
    .select('payment_reference')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  return { token, requestId, reference: `0x${payment_reference.slice(2)}`, mode }
}

/** Retries the report, as the payer's page does, until the host responds. A completed payment needs no report. */
async function report({ token }: Order, txHash: Hex): Promise<void> {
  await post(`/v2/secure-payments/${token}/intent`, { txHash, chain: 'DEVNET', token: 'USDC' })
}

/** Retries while the host is down; a rejection throws. */
function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return waitFor(
    `a response from ${path}`,
    async () => {
      const response = await fetch(`${host.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': API_KEY, ...headers },
        body: JSON.stringify(body),
      }).catch(() => null)
      // The host is busy: another attempt with the same key is in progress, or the successor is not ready.
      if (response === null || response.status >= 500) return null
      const text = await response.text().catch(() => null)
      if (text === null) return null
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
      return JSON.parse(text)
    },
    PATIENCE_MS,
  )
}

function waitForDelivery(txHash: Hex): Promise<true> {
  return waitFor(`the bridge to deliver ${txHash}`, async () => {
    const response = await fetch(`${bridge.url}/status?txHash=${txHash}`)
    const { status } = await response.json()
    return status === 'DONE' ? true : null
  })
}

function payeeUnits(): Promise<bigint> {
  return chains.client('devnet-b').readContract({
    address: chains.token('devnet-b', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [PAYEE],
  })
}

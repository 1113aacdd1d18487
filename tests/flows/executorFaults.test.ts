import { setTimeout as delay } from 'node:timers/promises'
import { encodeApprove } from '@secure-payment/core/evm'
import {
  type Chains,
  RELAYER_ACCOUNT,
  recurringAbi,
  type Sink,
  startChains,
  startSink,
  testTokenAbi,
} from '@secure-payment/devnet'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { createRandomPool } from '../../host/src/randomPool.ts'
import { API_KEY, PAYEE } from '../support/testHost.ts'
import { insertSchedule } from './support/insertSchedule.ts'
import { createMigratedPlace } from './support/openTestDatabase.ts'
import { createRandom } from './support/random.ts'
import { type FaultyProxy, startFaultyProxy } from './support/startFaultyProxy.ts'
import { type KillableHost, startKillableHost } from './support/startKillableHost.ts'
import { waitFor } from './support/waitFor.ts'

/** The full size is 200 payouts and 100 kills. */
const SCHEDULES = Number(process.env['EXECUTOR_SCHEDULES'] ?? 8)
const KILLS = Number(process.env['EXECUTOR_KILLS'] ?? 2)
const RPC_ERROR_RATE = Number(process.env['EXECUTOR_RPC_ERRORS'] ?? 0.2)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const PAYMENTS = 3
/** 40 USDC. */
const AMOUNT = 40_000_000n
const DAY_MS = 86_400_000
const MINTER = 9
const PATIENCE_MS = 600_000

/** `underfunded` and `revoked` payers can make only the first payment, until they receive funds or approve again. */
type Kind = 'sound' | 'underfunded' | 'revoked'
type Subscription = { row: Row<'recurring_payments'>; payer: Payer; kind: Kind }
type Payer = ReturnType<typeof privateKeyToAccount>

const random = createRandom(SEED)
const resources = new AsyncDisposableStack()
let chains: Chains
let sink: Sink
let proxy: FaultyProxy
let db: Database
let hosts: readonly KillableHost[]

beforeAll(async () => {
  const place = await createMigratedPlace()
  resources.defer(() => place.remove())
  chains = resources.use(await startChains({ networks: ['devnet'] }))
  sink = resources.use(await startSink())
  const target = chains.rpcUrl('devnet')
  proxy = resources.use(await startFaultyProxy(target, { random, rate: 0 }))
  const env = {
    PAY_DATABASE_URL: place.url,
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: proxy.url,
    PAY_CONFIRMATIONS_DEVNET: '1',
    PAY_START_BLOCK_DEVNET: '0',
    PAY_POLL_INTERVAL_MS_DEVNET: '100',
    PAY_BOOTSTRAP_API_KEY: API_KEY,
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
    PAY_LOG_LEVEL: 'info',
  }
  hosts = [resources.use(await startKillableHost(env)), resources.use(await startKillableHost(env))]
  db = resources.use(await openDatabase(place.url))
  await registerSink(hosts[0]?.url ?? '')
})

afterAll(() => resources[Symbol.asyncDispose]())

test(
  `${SCHEDULES} payouts survive ${KILLS} kills of two hosts and failing nodes (SEED=${SEED})`,
  async () => {
    const wallets: { payer: Payer; kind: Kind }[] = []
    for (let index = 0; index < SCHEDULES; index += 1)
      wallets.push(await createWallet(kindOf(index)))
    await chains.setBlockTime('devnet', 1_000)
    proxy.faults.rate = RPC_ERROR_RATE

    const subscriptions: Subscription[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      // New payouts keep arriving, so that there is work at every kill.
      const upTo = Math.ceil(((kill + 1) * SCHEDULES) / KILLS)
      for (const wallet of wallets.slice(subscriptions.length, upTo)) {
        subscriptions.push({ ...wallet, row: await subscribe(wallet.payer) })
      }
      await passRetries()
      await delay(random.integer(0, 600))
      const victim = await chooseVictim()
      await victim.kill()
      await victim.ready()
    }

    const failing = subscriptions.filter(({ kind }) => kind !== 'sound')
    await untilAll(
      subscriptions,
      ({ kind, row }) => row.status === (kind === 'sound' ? 'completed' : 'paused'),
    )
    const reasons = failing.map(({ kind }) =>
      kind === 'revoked' ? 'insufficient_allowance' : 'insufficient_balance',
    )
    const failed = await Promise.all(failing.map(({ row }) => read(row.id)))
    expect(failed.map((row) => row.failure_reason)).toEqual(reasons)
    for (const { row } of failing) expect(await madeBy(row)).toEqual([1])

    // These payers catch up after they receive funds or approve again.
    await chains.setBlockTime('devnet', 0)
    for (const { payer } of failing) await fund(payer, { payments: PAYMENTS, approved: PAYMENTS })
    await chains.setBlockTime('devnet', 1_000)
    for (const { row } of failing) await unpause(row)
    await untilAll(subscriptions, ({ row }) => row.status === 'completed')
    proxy.faults.rate = 0
    await compareWithChain(subscriptions)
    await compareWebhooks(subscriptions, failing)
    await report(subscriptions)
  },
  PATIENCE_MS * 2,
)

function kindOf(index: number): Kind {
  if (index % 10 === 3) return 'underfunded'
  return index % 10 === 7 ? 'revoked' : 'sound'
}

async function createWallet(kind: Kind): Promise<{ payer: Payer; kind: Kind }> {
  const payer = privateKeyToAccount(generatePrivateKey())
  const payments = kind === 'underfunded' ? 1 : PAYMENTS
  await chains.client('devnet').setBalance({ address: payer.address, value: 10n ** 18n })
  await fund(payer, { payments, approved: kind === 'revoked' ? 1 : PAYMENTS })
  return { payer, kind }
}

/** Mints tokens for the given number of payments and sets the allowance. */
async function fund(
  payer: Payer,
  { payments, approved }: { payments: number; approved: number },
): Promise<void> {
  const client = chains.client('devnet')
  const token = chains.token('devnet', 'USDC').address
  await chains.wallet('devnet', MINTER).writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [payer.address, AMOUNT * BigInt(payments)],
  })
  await client.impersonateAccount({ address: payer.address })
  const spender = chains.contract('devnet', 'ERC20RecurringPaymentProxy')
  const { data } = encodeApprove({ token, spender, amountUnits: AMOUNT * BigInt(approved) })
  await client.sendTransactionSync({ account: payer.address, to: token, data, chain: null })
}

/** Creates a payout whose payments have all been due for days: the executor catches up on these payments, one by one. */
function subscribe(payer: Payer): Promise<Row<'recurring_payments'>> {
  const context = { db, now: () => new Date(), random: createRandomPool() }
  const startDate = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10)
  return insertSchedule(context, {
    payer,
    tenantId: BOOTSTRAP_TENANT_ID,
    contract: chains.contract('devnet', 'ERC20RecurringPaymentProxy'),
    planned: {
      network: 'devnet',
      payee: PAYEE,
      token: chains.token('devnet', 'USDC').address,
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      destinationId: null,
      amount: '40',
      amountUnits: AMOUNT,
      fee: null,
      plan: { way: 'direct' },
    },
    startDate,
    totalPayments: PAYMENTS,
  })
}

/** Makes every pending retry due in the database, because the hosts' processes have their own clocks. */
async function passRetries(): Promise<void> {
  await db.kysely
    .updateTable('recurring_payments')
    .set({ next_due_at: new Date().toISOString() })
    .where('status', '=', 'active')
    .where('failure_count', '>', 0)
    .where('next_due_at', '>', new Date().toISOString())
    .execute()
}

/** Unpauses a payout as the API does. */
async function unpause({ id }: Row<'recurring_payments'>): Promise<void> {
  await db.kysely
    .updateTable('recurring_payments')
    .set({
      status: 'active',
      failure_count: 0,
      failure_reason: null,
      next_due_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .where('status', '=', 'paused')
    .execute()
}

/** Returns a host to kill: usually the relayer's host, found by the process id in its lease. */
async function chooseVictim(): Promise<KillableHost> {
  const lease = await db.kysely
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', 'relay:devnet')
    .executeTakeFirst()
  const working = hosts.find(({ pid }) => lease?.holder.includes(`:${pid}:`))
  const any = hosts[random.integer(0, 1)]
  const victim = random.chance(0.7) ? (working ?? any) : any
  if (victim === undefined) throw new Error('There are two hosts.')
  return victim
}

const read = (id: string) =>
  db.kysely
    .selectFrom('recurring_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function untilAll(
  subscriptions: readonly Subscription[],
  fits: (subscription: Subscription) => boolean,
): Promise<void> {
  await waitFor(
    'every payout',
    async () => {
      await passRetries()
      await delay(200)
      const rows = await db.kysely.selectFrom('recurring_payments').selectAll().execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      const isSettled = subscriptions.every((one) =>
        fits({ ...one, row: byId.get(one.row.id) ?? one.row }),
      )
      return isSettled ? true : null
    },
    PATIENCE_MS,
  )
}

/** Returns a payout's payments that the contract has made, from its events, in chain order. */
async function madeBy({ digest }: Row<'recurring_payments'>): Promise<number[]> {
  const logs = await chains.client('devnet').getContractEvents({
    address: chains.contract('devnet', 'ERC20RecurringPaymentProxy'),
    abi: recurringAbi,
    eventName: 'RecurringPaymentTriggered',
    args: { digest: `0x${digest.slice(2)}` },
    fromBlock: 0n,
  })
  return logs.map(({ args }) => args.index ?? 0)
}

/** Compares the books with the chain: each payment is made once and in order, none is missing, and every payment is recorded. */
async function compareWithChain(subscriptions: readonly Subscription[]): Promise<void> {
  const expected = Array.from({ length: PAYMENTS }, (_, index) => index + 1)
  for (const { row } of subscriptions) expect(await madeBy(row)).toEqual(expected)
  const held = await chains.client('devnet').readContract({
    address: chains.token('devnet', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [subscriptions[0]?.payer.address ?? '0x'],
  })
  expect(held).toBe(0n)
  const payments = await db.kysely.selectFrom('payments').selectAll().execute()
  expect(payments).toHaveLength(subscriptions.length * PAYMENTS)
  expect(payments.every(({ type }) => type === 'recurring')).toBe(true)
  const executions = await db.kysely.selectFrom('recurring_executions').selectAll().execute()
  expect(executions.filter(({ status }) => status === 'confirmed')).toHaveLength(payments.length)
  expect(new Set(executions.map(({ request_id }) => request_id)).size).toBe(payments.length)
}

/** Expects one event per payment and per pause; a repeated delivery is the same event. */
async function compareWebhooks(
  subscriptions: readonly Subscription[],
  failing: readonly Subscription[],
): Promise<void> {
  const eventIds = (type: string) => {
    const bodies = sink.deliveries().map(({ body }) => body)
    const ofType = bodies.filter((body) => fieldOf(body, 'event') === type)
    return new Set(ofType.map((body) => fieldOf(body, 'eventId')))
  }
  const confirmed = subscriptions.length * PAYMENTS
  await waitFor(
    'the webhooks',
    () => (eventIds('payment.confirmed').size >= confirmed ? true : null),
    120_000,
  )
  await waitFor(
    'the failures',
    () => (eventIds('payment.failed').size >= failing.length ? true : null),
    120_000,
  )
  const events = await db.kysely.selectFrom('events').select(['type', 'body']).execute()
  expect(events.filter(({ type }) => type === 'payment.confirmed')).toHaveLength(confirmed)
  const told = events
    .filter(({ type }) => type === 'payment.failed')
    .map(({ body }) => JSON.parse(body))
  expect(told.map((body) => body.recurringPayment.id).sort()).toEqual(
    failing.map(({ row }) => row.id).sort(),
  )
}

/** Reports the results. The host detects dropped transactions only after the last payment's event. */
async function report(subscriptions: readonly Subscription[]): Promise<void> {
  const rows = await waitFor('the outcome of every transaction', async () => {
    const all = await db.kysely.selectFrom('relayer_transactions').selectAll().execute()
    return all.some(({ status }) => status === 'pending') ? null : all
  })
  const count = (status: string) => rows.filter((row) => row.status === status).length
  console.log(
    `${KILLS} kills, ${proxy.counts.failed} of ${proxy.counts.requests} node requests failed, ` +
      `${subscriptions.length * PAYMENTS} payments: ${count('succeeded')} transactions succeeded, ` +
      `${count('reverted')} reverted, ${count('dropped')} dropped`,
  )
}

async function registerSink(url: string): Promise<void> {
  const answer = await fetch(`${url}/v1/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
    body: JSON.stringify({ url: sink.url }),
  })
  expect(answer.status).toBe(201)
  const { secret } = await answer.json()
  sink.setSecret(secret)
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : null
}

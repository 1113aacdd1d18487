import { setTimeout as delay } from 'node:timers/promises'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from './support/random.ts'
import {
  type Accounts,
  AMOUNT_UNITS,
  approveOnce,
  DEPOSIT,
  type OfframpWorld,
  startOfframps,
} from './support/startOfframps.ts'
import { waitFor } from './support/waitFor.ts'

/** Each kill costs a host start; the full size is 100 during 200 offramps. */
const KILLS = Number(process.env['OFFRAMP_KILLS'] ?? 3)
const COUNT = Number(process.env['OFFRAMP_COUNT'] ?? 6)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** The time between two steps, so that most offramps take about as long as all kills together. */
const DELAY_MS = Math.max(1_000, KILLS * 300)
/** On a busy machine, a host start takes several seconds. */
const TIMEOUT_MS = Math.max(600_000, KILLS * 30_000)
const MAX_REST_MS = 1_000
const PAYER = 'ana@example.test'

const CHECKS = ['initiated', 'pending_internal_assessment', 'ongoing_checks']
const SENT = ['sending_fiat', 'fiat_sent']
/** The offramp's steps per holder name, from the sandbox guide. */
const WAYS = {
  Joana: [...CHECKS, ...SENT, 'delivered'],
  Bounce: [...CHECKS, ...SENT, 'bounced', ...SENT, 'delivered'],
  Return: [...CHECKS, ...SENT, 'bounced', 'returned'],
  Retry: [...CHECKS, 'retry_required', ...SENT, 'delivered'],
  Fail: [...CHECKS, 'failed'],
} as const
type Holder = keyof typeof WAYS
const HOLDERS: readonly [Holder, ...Holder[]] = ['Joana', 'Bounce', 'Return', 'Retry', 'Fail']

/** Returns a step's event. */
function toldOf(step: string): string {
  if (step === 'delivered') return 'payment.confirmed'
  if (step === 'failed') return 'payment.failed failed'
  return step === 'returned' ? 'payment.failed bounced' : `payment.processing ${step}`
}

let world: OfframpWorld
let accounts: Accounts

beforeAll(async () => {
  world = await startOfframps({ delayMs: DELAY_MS })
  accounts = await world.createPayer(PAYER, HOLDERS)
  for (const account of SHOPS) await approveOnce(world.chains, account)
}, TIMEOUT_MS)
afterAll(() => world?.[Symbol.asyncDispose]())

/** Accounts that pay in turn. */
const SHOPS = [1, 2]

type Order = { requestId: string; holder: Holder }

test(
  `${KILLS} kills during ${COUNT} offramps lose and double nothing (SEED=${SEED})`,
  async () => {
    const random = createRandom(SEED)
    const orders: Order[] = []
    const before = await depositUnits()
    const shops = SHOPS.map((account, index) => shop(orders, { account, index }))
    let running = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      await world.host.ready()
      await delay(random.integer(0, MAX_REST_MS))
      running += await countRunning()
      await world.host.kill()
    }
    await Promise.all(shops)
    expect(orders).toHaveLength(COUNT)
    expect((await depositUnits()) - before).toBe(BigInt(COUNT) * AMOUNT_UNITS)
    for (const { requestId } of orders) await untilOver(requestId)
    let steps = 0
    for (const order of orders) steps += await expectWholeWay(order)
    const copies = copiesOf(orders)
    expect(await world.db.kysely.selectFrom('offramps').select('id').execute()).toHaveLength(COUNT)
    console.log(
      `${KILLS} kills (${Math.round(running / KILLS)} offramps running at each on average), ${COUNT} offramps, ${steps} steps and as many events, ${copies - steps} repeated webhooks`,
    )
  },
  TIMEOUT_MS,
)

async function shop(
  orders: Order[],
  { account, index }: { account: number; index: number },
): Promise<void> {
  for (let at = index; at < COUNT; at += SHOPS.length) {
    const holder = HOLDERS[at % HOLDERS.length] ?? 'Joana'
    const requestId = await world.createRequest(`order-${at}-of-${SEED}`)
    const paymentDetailsId = accounts.get(holder) ?? ''
    await world.pay(requestId, { clientUserId: PAYER, paymentDetailsId }, account)
    orders.push({ requestId, holder })
  }
}

async function depositUnits(): Promise<bigint> {
  const { address } = world.chains.token('devnet', 'USDC')
  const args = [DEPOSIT] as const
  return world.chains
    .client('devnet')
    .readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args })
}

const ENDS = ['delivered', 'failed', 'returned'] as const

async function countRunning(): Promise<number> {
  const rows = await world.db.kysely
    .selectFrom('offramps')
    .select('id')
    .where('status', 'not in', ENDS)
    .execute()
  return rows.length
}

/** Waits until the last webhook of an offramp has arrived. */
async function untilOver(requestId: string): Promise<void> {
  await waitFor(
    `the end of the offramp for ${requestId}`,
    () => {
      const isOver = world
        .told(requestId)
        .some(({ event }) => event === 'payment.confirmed' || event === 'payment.failed')
      return isOver ? true : null
    },
    TIMEOUT_MS,
  )
}

/** Expects that steps, events and webhooks agree, each once and in order; returns the number of steps. */
async function expectWholeWay({ requestId, holder }: Order): Promise<number> {
  const { kysely } = world.db
  const way = WAYS[holder]
  const expected = way.map(toldOf)
  const offramp = await kysely
    .selectFrom('offramps')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  expect(offramp).toMatchObject({ status: way.at(-1), next_check_at: null, units: '2500000' })
  const steps = await kysely
    .selectFrom('offramp_steps')
    .select(['number', 'status'])
    .where('offramp_id', '=', offramp.id)
    .orderBy('number')
    .execute()
  expect(steps.map(({ status }) => status)).toEqual(['created', ...way])
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
  const events = await kysely
    .selectFrom('events')
    .select(['sequence', 'body'])
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
  const bodies = events.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ event, subStatus }) => `${event} ${subStatus}`.trim())).toEqual(expected)
  expect(events.map(({ sequence }) => sequence)).toEqual(expected.map((_, index) => index + 1))
  const told = world.told(requestId)
  expect(told.map(({ event, subStatus }) => `${event} ${subStatus}`.trim())).toEqual(expected)
  const request = await kysely
    .selectFrom('requests')
    .select(['status', 'has_been_paid', 'paid_units', 'event_sequence'])
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  const isPaid = way.at(-1) === 'delivered'
  expect(request).toEqual({
    status: isPaid ? 'paid' : 'failed',
    has_been_paid: isPaid ? 1 : 0,
    paid_units: '2500000',
    event_sequence: expected.length,
  })
  return way.length
}

/** Returns the number of repeated webhooks: a kill may repeat a webhook, with the same bytes. */
function copiesOf(orders: readonly Order[]): number {
  const ids = new Set(orders.map(({ requestId }) => requestId))
  const texts = new Map<string, string>()
  let count = 0
  for (const { body, rawBody, verified } of world.sink.deliveries()) {
    // The sink received this webhook from this suite's host.
    const { requestId, eventId } = body as { requestId: string | null; eventId: string }
    if (requestId === null || !ids.has(requestId)) continue
    expect(verified).toBe(true)
    expect(rawBody).toBe(texts.get(eventId) ?? rawBody)
    texts.set(eventId, rawBody)
    count += 1
  }
  return count
}

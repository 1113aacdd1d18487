import { randomUUID } from 'node:crypto'
import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYEE, usdcItem } from '../support/testHost.ts'
import { type Payer, type Payouts, startPayouts, type Terms } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

/** The attack in issue 17: 150 schedules. The number of schedules does not change the expected result. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 4)
const UNITS = 1_000_000n
const DAY_MS = 86_400_000
/** The daily gas covers the gas limits of two payments, each about 155,000 plus a quarter, but not of three. */
const GAS_FOR_TWO = 500_000n

let world: Payouts
let stranger: { tenantId: string; headers: Record<string, string> }
let payer: Payer
beforeAll(async () => {
  world = await startPayouts({
    PAY_RELAY_PERMITS: 'true',
    PAY_RELAY_DAILY_GAS: '0',
    PAY_RELAY_DAILY_GAS_TOTAL: '0',
  })
  const { tenantId, apiKey } = await world.test.createTenant()
  stranger = { tenantId, headers: { 'x-api-key': apiKey } }
  payer = await world.createPayer({ units: 10_000n * UNITS })
})
afterAll(() => world?.[Symbol.asyncDispose]())

const kysely = () => world.test.host.context.db.kysely

function allow(isAllowed: boolean, dailyGas: bigint | null = null) {
  return kysely()
    .updateTable('tenants')
    .set({ is_relay_allowed: isAllowed ? 1 : 0, relay_daily_gas: dailyGas })
    .where('id', '=', stranger.tenantId)
    .execute()
}

/** Returns terms for daily payments of one USDC, which start the given number of days ahead. */
function terms(days: number): Terms {
  const first = new Date(world.test.clock.now().getTime() + days * DAY_MS)
  const startDate = first.toISOString().slice(0, 10)
  return { amount: '1', startDate, frequency: 'DAILY', totalPayments: 250 }
}

async function travelToDay(days: number): Promise<void> {
  const day = Math.floor(world.test.clock.now().getTime() / DAY_MS) + days
  await world.travel(new Date(day * DAY_MS + 1_000))
}

/** Returns the gas that the relayer's account has paid for so far. */
async function spentGas(): Promise<{ transactions: number; gas: bigint }> {
  const rows = await kysely()
    .selectFrom('relayer_transactions')
    .select('hash')
    .where('status', '=', 'succeeded')
    .execute()
  const client = world.chains.client('devnet')
  const receipts = await Promise.all(
    rows.map(({ hash }) => client.getTransactionReceipt({ hash: `0x${hash.slice(2)}` })),
  )
  const gas = receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  const transactions = await client.getTransactionCount({ address: RELAYER_ACCOUNT.address })
  return { transactions, gas }
}

/** Makes a due payment of the operator: afterwards, the executor has checked every due payment. */
async function payOwn(): Promise<void> {
  const { id } = await world.subscribe(payer, { ...terms(0), totalPayments: 2 })
  await world.until(id, (row) => row.processed_payments === 1)
}

const create = (body: object, headers: Record<string, string>) =>
  world.test.call('POST', '/v2/payouts', {
    headers,
    body: {
      payee: PAYEE,
      amount: '0.000001',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      payerWallet: payer.address,
      recurrence: terms(0),
      ...body,
    },
  })

describe('A stranger with an API key', () => {
  test('a stranger with an API key creates no recurring payout, so the relayer pays nothing', async () => {
    const before = await world.test.countRows()
    const start = await spentGas()
    for (let count = 0; count < SCHEDULES; count += 1) {
      const { status, json } = await create({ amount: '1' }, stranger.headers)
      expect([status, json.code, json.reason]).toEqual([
        400,
        'recurring_unavailable',
        'merchant_not_allowed',
      ])
    }
    expect(await world.test.countRows()).toEqual(before)
    expect(await spentGas()).toEqual(start)
  })

  test('a stranger with an API key spends no gas with earlier payouts, which wait and are paid once the operator allows it', async () => {
    await allow(true)
    const ids: string[] = []
    for (let count = 0; count < SCHEDULES; count += 1) {
      ids.push((await world.subscribe(payer, terms(1), stranger.headers)).id)
    }
    await allow(false)
    const start = await spentGas()
    await travelToDay(1)
    await payOwn()
    expect((await spentGas()).transactions).toBe(start.transactions + 1)
    const rows = await Promise.all(ids.map(world.schedule))
    expect(rows.map((row) => [row.status, row.processed_payments, row.failure_count])).toEqual(
      ids.map(() => ['active', 0, 0]),
    )
    const notice = await waitFor('the notice', async () => {
      world.test.clock.advance(30_000)
      return world
        .logged('Held back recurring payments')
        .find(({ reason }) => reason === 'no_allowance')
    })
    expect(notice).toMatchObject({ tenantIds: [stranger.tenantId] })

    await allow(true)
    const withAllowance = await spentGas()
    for (const id of ids) await world.until(id, (row) => row.processed_payments === 1)
    const { gas } = await spentGas()
    // The attack's gas per day.
    console.log(`${SCHEDULES} payments took ${gas - withAllowance.gas} gas`)
    const cancel = { body: { action: 'cancel' }, headers: stranger.headers }
    for (const id of ids) await world.test.call('PATCH', `/v2/payouts/recurring/${id}`, cancel)
  })

  test('a stranger with an API key can neither activate nor unpause a payout once the operator has rejected it', async () => {
    await allow(true)
    const { json: pending } = await create({ amount: '1' }, stranger.headers)
    const { id } = await world.subscribe(payer, terms(2), stranger.headers)
    await kysely()
      .updateTable('recurring_payments')
      .set({ status: 'paused', next_due_at: null })
      .where('id', '=', id)
      .execute()
    await allow(false)
    const { domain, types, primaryType, message } = pending.recurringPaymentPermit
    const permitSignature = await payer.signTypedData({ domain, types, primaryType, message })
    const path = '/v2/payouts/recurring'
    const { headers } = stranger
    for (const answer of [
      await world.test.call('POST', `${path}/${pending.id}`, {
        headers,
        body: { permitSignature },
      }),
      await world.test.call('PATCH', `${path}/${id}`, { headers, body: { action: 'unpause' } }),
    ]) {
      expect([answer.status, answer.json.reason]).toEqual([400, 'merchant_not_allowed'])
    }
    expect(await world.schedule(pending.id)).toMatchObject({ status: 'pending' })
    expect(await world.schedule(id)).toMatchObject({ status: 'paused' })
  })
})

describe('A payer’s permit', () => {
  test('a payer’s permit is neither offered nor accepted for a merchant that the operator has not allowed', async () => {
    const { call } = world.test
    const wallet = (await world.createPayer({ units: 100n * UNITS, allowanceUnits: 0n })).address
    const offers = async (headers: Record<string, string>) => {
      const body = { requests: [usdcItem] }
      const { json } = await call('POST', '/v2/secure-payments', { body, headers })
      const path = `/v2/secure-payments/${json.token}`
      const plan = await call('GET', `${path}/pay?wallet=${wallet}`, { headers })
      return { path, permit: plan.json.metadata.permit ?? null }
    }
    await allow(false)
    expect((await offers({})).permit).not.toBeNull()
    const { path, permit } = await offers(stranger.headers)
    expect(permit).toBeNull()

    const attemptId = randomUUID()
    const attempt = {
      attemptId,
      wallet,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    }
    await call('POST', `${path}/attempts`, { body: attempt, headers: stranger.headers })
    const deadline = Math.floor(world.test.clock.now().getTime() / 1_000) + 1_200
    const { status, json } = await call('POST', `${path}/permit`, {
      body: { attemptId, deadline, signature: `0x${'5a'.repeat(64)}1b` },
      headers: stranger.headers,
    })
    expect([status, json.code]).toEqual([400, 'permit_not_relayed'])
  })
})

describe('A payment whose gas costs more than its amount', () => {
  test('a payment whose gas costs more than its amount is rejected when its payout is created, with the minimum value, and nothing is stored', async () => {
    const before = await world.test.countRows()
    const { status, json } = await create({}, {})
    expect([status, json.errors[0].field, json.errors[0].code]).toEqual([
      400,
      'amount',
      'amount_below_gas',
    ])
    expect(json.errors[0].message).toMatch(/about \d+\.\d\d USD/)
    expect(await world.test.countRows()).toEqual(before)
  })
})

describe('A merchant’s daily gas', () => {
  test('a merchant’s daily gas is spent only once across two hosts, and the other payments wait for the next day', async () => {
    await allow(true, GAS_FOR_TWO)
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const short = { ...terms(1), totalPayments: 2 }
      ids.push((await world.subscribe(payer, short, stranger.headers)).id)
    }
    await using _neighbour = await world.test.startNeighbour({ PAY_ROLE: 'watcher,worker' })
    await travelToDay(1)
    const processed = async () =>
      (await Promise.all(ids.map(world.schedule))).reduce(
        (sum, row) => sum + row.processed_payments,
        0,
      )
    await waitFor('two payments', async () => ((await processed()) === 2 ? true : null))
    await payOwn()
    expect(await processed()).toBe(2)
    const spent = await kysely()
      .selectFrom('relay_spending')
      .selectAll()
      .where('bucket', '=', stranger.tenantId)
      .orderBy('day', 'desc')
      .executeTakeFirstOrThrow()
    expect(BigInt(spent.gas)).toBeLessThanOrEqual(GAS_FOR_TWO)
    // The next day's gas covers two of the four payments that are due by then.
    await travelToDay(1)
    await waitFor('two more', async () => ((await processed()) === 4 ? true : null))
    await payOwn()
    expect(await processed()).toBe(4)
  })
})

import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { up as addPaymentTotals } from '../../host/src/db/migrations/0057-add-payment-totals.ts'
import { seedPayments } from '../support/seedPayments.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import {
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const TOTALS = '/v2/payments/totals'
const payout = {
  payee: SECOND_PAYEE,
  amount: '4',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
  payer: PAYER,
}
/** Returns an expected total in dollars, for a merchant whose reporting currency is the dollar. */
const total = (paymentCount: number, amountInUsd: string, unvaluedCount = 0) => ({
  paymentCount,
  amountInUsd,
  unvaluedCount,
  amountInReportingCurrency: amountInUsd,
  unvaluedInReportingCurrencyCount: unvaluedCount,
})
const NONE = total(0, '0')

let test: TestHost
let received: string
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  const { requestIds } = await test.createPayment()
  received = requestIds[0] ?? ''
})
afterAll(() => test[Symbol.asyncDispose]())

const read = (query: Record<string, string>, headers?: Record<string, string>) =>
  test.call('GET', `${TOTALS}?${new URLSearchParams(query)}`, {
    ...(headers !== undefined && { headers, anonymous: true }),
  })

/** Sends a call that creates requests, and returns their ids. */
async function create(path: string, body: object): Promise<string[]> {
  const { status, json } = await test.call('POST', path, { body })
  expect([path, status, json.message]).toEqual([path, 201, undefined])
  return json.requestIds ?? [json.requestId]
}

async function payoutsOf(ids: readonly string[]): Promise<number[]> {
  const rows = await test.host.context.db.kysely
    .selectFrom('requests')
    .select('is_payout')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ is_payout }) => is_payout)
}

describe('GET /v2/payments/totals', () => {
  it('GET /v2/payments/totals returns received payments separately from payouts, by days in a given time zone', async () => {
    const [paidOut = ''] = await create('/v2/secure-payments/payouts', {
      recipient: PAYEE,
      amount: '4',
      network: 'devnet',
      currency: 'USDC-devnet',
    })
    await seedPayments(test.host.context, [
      { request_id: received, block_time: '2026-03-28T22:59:59.999Z', amount_in_usd: '0.1' },
      { request_id: received, block_time: '2026-03-28T23:00:00.000Z', amount_in_usd: '12.49875' },
      { request_id: received, block_time: '2026-03-29T21:59:59.000Z', amount_in_usd: '0.50125' },
      { request_id: received, block_time: '2026-03-29T12:00:00.000Z', amount_in_usd: null },
      { request_id: paidOut, block_time: '2026-03-29T12:00:00.000Z', amount_in_usd: '4' },
      { request_id: received, block_time: '2026-03-29T22:00:00.000Z', amount_in_usd: '0.2' },
    ])
    const days = { fromDate: '2026-03-29', toDate: '2026-03-30', timeZone: 'Europe/Berlin' }
    const { status, json } = await read(days)
    const sunday = total(3, '13', 1)
    const out = total(1, '4')
    expect([status, json]).toEqual([
      200,
      {
        timeZone: 'Europe/Berlin',
        reportingCurrency: 'USD',
        received: total(4, '13.2', 1),
        paidOut: out,
        intervals: [
          {
            date: '2026-03-29',
            from: '2026-03-28T23:00:00.000Z',
            until: '2026-03-29T22:00:00.000Z',
            received: sunday,
            paidOut: out,
          },
          {
            date: '2026-03-30',
            from: '2026-03-29T22:00:00.000Z',
            until: '2026-03-30T22:00:00.000Z',
            received: total(1, '0.2'),
            paidOut: NONE,
          },
        ],
      },
    ])
  })

  it('GET /v2/payments/totals returns empty totals up to today by default, without another merchant’s payments', async () => {
    const stranger = await registerAccount(test)
    const today = test.clock.now().toISOString().slice(0, 10)
    const { json } = await read({ fromDate: '2026-03-01', interval: 'month' }, stranger.headers)
    expect(json).toMatchObject({ timeZone: 'UTC', received: NONE, paidOut: NONE })
    expect(json.intervals.at(-1).date.slice(0, 7)).toBe(today.slice(0, 7))
  })

  it('GET /v2/payments/totals covers 30 days by default', async () => {
    const { json } = await read({ toDate: '2026-03-01' })
    expect(json.intervals).toHaveLength(30)
    expect(json.intervals[0].date).toBe('2026-01-31')
  })

  it.each([
    [{ fromDate: '2026-02-30' }, 'fromDate', 'invalid_date'],
    [{ fromDate: '2026-03-02', toDate: '2026-03-01' }, 'toDate', 'out_of_range'],
    [{ fromDate: '2026-01-01', toDate: '2027-02-06' }, 'toDate', 'out_of_range'],
    [{ fromDate: '9998-01-01' }, 'fromDate', 'out_of_range'],
    [{ fromDate: '9999-12-31', toDate: '9999-12-31' }, 'fromDate', 'out_of_range'],
    [{ fromDate: '9998-12-31', toDate: '9999-01-01' }, 'toDate', 'out_of_range'],
    [{ fromDate: '0000-01-01', toDate: '0000-01-01' }, 'fromDate', 'out_of_range'],
    [{ toDate: '1970-01-01' }, 'toDate', 'out_of_range'],
    // The host stores totals per quarter-hour, and no day in this time zone begins on a quarter-hour.
    [{ fromDate: '2026-03-01', timeZone: '+05:17' }, 'timeZone', 'invalid_time_zone'],
    [{ fromDate: '2026-03-01', timeZone: 'Mars/Olympus' }, 'timeZone', 'invalid_time_zone'],
    [{ fromDate: '2026-03-01', interval: 'hour' }, 'interval', 'invalid_value'],
  ] as const)('GET /v2/payments/totals rejects %j', async (query, field, code) => {
    const { status, json } = await read(query)
    expect([status, json.errors?.[0]]).toEqual([400, expect.objectContaining({ field, code })])
  })

  it('GET /v2/payments/totals accepts the first and last days of the calendar', async () => {
    for (const day of ['1970-01-02', '9998-12-31']) {
      const query = { fromDate: day, toDate: day, timeZone: 'Pacific/Kiritimati' }
      const { status, json } = await read(query)
      expect([status, json.intervals?.[0]?.date]).toEqual([200, day])
    }
  })

  it('GET /v2/payments/totals rejects client IDs, because they are public', async () => {
    const page = pageHeaders((await test.createClientId()).clientId)
    expect((await read({ fromDate: '2026-03-01' }, page)).json.code).toBe('credential_not_accepted')
  })
})

describe('A request', () => {
  it('a request counts as a payout if a payout operation created it', async () => {
    const batch = await create('/v2/payouts/batch', { requests: [payout], payer: PAYER })
    const direct = await create('/v2/payouts', payout)
    const plain = await create('/v2/request', usdcItem)
    const legacy = await test.call('POST', '/v1/pay', { body: payout })
    expect(await payoutsOf(batch)).toEqual([1])
    expect(await payoutsOf(direct)).toEqual([1])
    expect(await payoutsOf([legacy.json.requestId])).toEqual([1])
    expect(await payoutsOf([...plain, received])).toEqual([0, 0])
  })
})

describe('The payment totals migration', () => {
  it('the payment totals migration adds up earlier payments exactly as the host adds up new payments', async () => {
    const { db } = test.host.context
    await seedPayments(test.host.context, [
      { request_id: received, block_time: '2026-05-01T10:14:59.999Z', amount_in_usd: '7' },
      { request_id: received, block_time: '2026-05-01T10:15:00.000Z', amount_in_usd: '0.00000001' },
      {
        request_id: received,
        block_time: '2026-05-01T10:44:00.000Z',
        amount_in_usd: '999999999999.1',
      },
      {
        request_id: received,
        block_time: '2026-05-01T10:45:00.000Z',
        amount_in_usd: '1000000000000',
      },
    ])
    const all = () => db.kysely.selectFrom('payment_totals').selectAll().orderBy('tenant_id')
    const before = await all().orderBy('is_payout').orderBy('bucket').execute()
    expect(before.length).toBeGreaterThan(4)
    await db.kysely.schema.dropTable('payment_totals').execute()
    for (const index of ['requests_payouts', 'requests_payouts_status', 'requests_undecided']) {
      await db.kysely.schema.dropIndex(index).ifExists().execute()
    }
    await db.kysely.schema.alterTable('requests').dropColumn('is_payout').execute()
    // A migration's type accepts a database with any schema.
    await db.transaction((tx) => addPaymentTotals(tx as unknown as Kysely<unknown>))
    expect(await all().orderBy('is_payout').orderBy('bucket').execute()).toEqual(before)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../host/src/db/openDatabase.ts'
import { type Payouts, startPayouts } from '../flows/support/startPayouts.ts'
import { waitFor } from '../flows/support/waitFor.ts'
import { PAYEE } from '../support/testHost.ts'
import { backUp } from './support/backUp.ts'

const AMOUNT = 40_000_000n
const DAY_MS = 86_400_000
/**
 * The clock's step, after which the executor checks pending work again.
 */
const STEP_MS = 5_000

let payouts: Payouts
beforeAll(async () => {
  payouts = await startPayouts()
})
afterAll(() => payouts?.[Symbol.asyncDispose]())

const today = () => Math.floor(payouts.test.clock.now().getTime() / DAY_MS)
const dayIn = (days: number) => new Date((today() + days) * DAY_MS)

const readSchedule = ({ kysely }: Database, id: string) =>
  kysely.selectFrom('recurring_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Returns a series' requests with their paid amounts, and the ids of their events, without
 * the times.
 */
async function readSeries({ kysely }: Database, column: SeriesColumn, id: string) {
  const requests = await kysely
    .selectFrom('requests')
    .select(['id', 'payment_reference', 'paid_units'])
    .where(column, '=', id)
    .orderBy('id')
    .execute()
  const events = await kysely
    .selectFrom('events')
    .select(['id', 'type', 'request_id'])
    .where('request_id', 'in', ['', ...requests.map((request) => request.id)])
    .orderBy('id')
    .execute()
  return { requests, events }
}

type SeriesColumn = 'recurring_payment_id' | 'original_request_id'

it('A restored host continues a recurring payout whose payments followed the backup', async () => {
  const { context } = payouts.test.host
  const payer = await payouts.createPayer({ units: 4n * AMOUNT })
  const terms = { startDate: dayIn(1).toISOString().slice(0, 10), frequency: 'DAILY' } as const
  const { id } = await payouts.subscribe(payer, { ...terms, totalPayments: 4 })
  await payouts.travel(dayIn(1))
  await payouts.until(id, (row) => row.processed_payments === 1)
  using backup = await backUp(context.config.databaseUrl)
  for (const count of [2, 3]) {
    await payouts.travel(dayIn(1))
    await payouts.until(id, (row) => row.processed_payments === count)
  }
  const told = await readSeries(context.db, 'recurring_payment_id', id)

  await using copy = await backup.restore()
  await using _restored = await payouts.test.startNeighbour({ PAY_DATABASE_URL: copy.url })
  await waitFor('the payments that were made', async () => {
    payouts.test.clock.advance(STEP_MS)
    return (await readSchedule(copy.db, id)).processed_payments === 3 ? true : null
  })
  expect(await readSeries(copy.db, 'recurring_payment_id', id)).toEqual(told)
  const unmatched = await copy.db.kysely.selectFrom('unmatched_payments').select('id').execute()
  expect(unmatched).toEqual([])

  await payouts.travel(dayIn(1))
  await waitFor('the last payment', async () => {
    payouts.test.clock.advance(STEP_MS)
    return (await readSchedule(copy.db, id)).status === 'completed' ? true : null
  })
  expect(await payouts.made(id)).toEqual([1, 2, 3, 4])
})

it('A restored host creates an invoice period’s request again with its id, and sends its event under the same eventId', async () => {
  const { test } = payouts
  const { context } = test.host
  const currency = 'USDC-devnet'
  const body = {
    payee: PAYEE,
    amount: '40',
    invoiceCurrency: currency,
    paymentCurrency: currency,
    recurrence: { startDate: dayIn(0).toISOString().slice(0, 10), frequency: 'DAILY' },
  }
  const created = await test.call('POST', '/v2/request', { body })
  expect(created.status).toBe(201)
  const id: string = created.json.requestId
  using backup = await backUp(context.config.databaseUrl)
  const nextPeriod = async ({ db }: { db: Database }) =>
    waitFor('the next period’s request', async () => {
      const series = await readSeries(db, 'original_request_id', id)
      return series.events.length > 0 ? series : null
    })
  await payouts.travel(dayIn(1))
  const told = await nextPeriod(context)
  expect(told).toMatchObject({ requests: [{}], events: [{ type: 'request.recurring' }] })

  await using copy = await backup.restore()
  // The clock moves on, because a restore takes time.
  test.clock.advance(60_000)
  await using _restored = await test.startNeighbour({ PAY_DATABASE_URL: copy.url })
  expect(await nextPeriod(copy)).toEqual(told)
})

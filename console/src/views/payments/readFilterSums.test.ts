import { expect, test } from 'vitest'
import { receivedPayment } from '../../testing/receivedPayment.ts'
import { readFilterSums, sumPayments } from './readFilterSums.ts'

type Totals = Parameters<typeof readFilterSums>[0]

const SUM = {
  paymentCount: 2,
  amountInUsd: '99',
  unvaluedCount: 0,
  amountInReportingCurrency: '81.25',
  unvaluedInReportingCurrencyCount: 1,
}
const NONE = { ...SUM, paymentCount: 0, unvaluedInReportingCurrencyCount: 0 }
const OPTIONS = {
  now: new Date('2026-11-28T13:00:00Z'),
  timeZone: 'Europe/Berlin',
  signal: new AbortController().signal,
}

function createTotals(): Totals & { queries: unknown[] } {
  const totals: Totals = async (input) => {
    fake.queries.push(input?.query)
    const { timeZone } = OPTIONS
    return { timeZone, reportingCurrency: 'EUR', received: SUM, paidOut: NONE, intervals: [] }
  }
  const fake = Object.assign(totals, { queries: [] as unknown[] })
  return fake
}

test('A filter by days has the service’s sums in the person’s time zone', async () => {
  const totals = createTotals()
  const sums = await readFilterSums(totals, { from: '2026-11-01', to: '2026-11-30' }, OPTIONS)
  expect(sums).toEqual({
    received: { worth: '81.25', currency: 'EUR', unknownCount: 1 },
    paidOut: null,
  })
  expect(totals.queries).toEqual([
    { fromDate: '2026-11-01', toDate: '2026-11-30', timeZone: 'Europe/Berlin' },
  ])
  await readFilterSums(totals, { from: '2026-11-01' }, OPTIONS)
  expect(totals.queries[1]).toEqual({ fromDate: '2026-11-01', timeZone: 'Europe/Berlin' })
})

test.each([
  [{}],
  [{ to: '2026-11-30' }],
  [{ from: '2026-11-01', to: '2026-11-30', type: 'direct' }],
  [{ reference: 'PO-1' }],
  // The first period is longer than the service adds up; the second one ends before it begins.
  [{ from: '2025-10-01', to: '2026-11-30' }],
  [{ from: '2026-11-30', to: '2026-11-01' }],
])('The filter %j has no sums from the service', async (filter) => {
  const totals = createTotals()
  expect(await readFilterSums(totals, filter, OPTIONS)).toBeNull()
  expect(totals.queries).toEqual([])
})

test('Received payments and payouts are added up separately', () => {
  const sums = sumPayments([
    receivedPayment({}),
    receivedPayment({ flow: 'pay', amountInReportingCurrency: '7' }),
  ])
  expect([sums.received?.worth, sums.paidOut?.worth]).toEqual(['30', '7'])
  expect(sumPayments([]).paidOut).toBeNull()
})

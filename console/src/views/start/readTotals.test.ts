import { expect, test } from 'vitest'
import { readTotals, sharesOf } from './readTotals.ts'

/** A Saturday. */
const NOW = new Date(2026, 10, 28, 13)
const signal = new AbortController().signal

type Read = Parameters<typeof readTotals>[0]
type Query = NonNullable<NonNullable<Parameters<Read>[0]>['query']>

/** Returns a fake totals call with these received euros per day; `null` is a payment without a known value. */
function totalsOf(days: Readonly<Record<string, string | null>>): Read & { queries: Query[] } {
  const total = (amount: string | null | undefined) => ({
    paymentCount: amount === undefined ? 0 : 1,
    // The home screen shows the reporting currency, not this value.
    amountInUsd: '5000',
    unvaluedCount: 7,
    amountInReportingCurrency: amount ?? '0',
    unvaluedInReportingCurrencyCount: amount === null ? 1 : 0,
  })
  const read: Read = async (input) => {
    const query = input?.query ?? {}
    fake.queries.push(query)
    const { fromDate = '', toDate = '', timeZone = '' } = query
    const dates: string[] = []
    for (
      let day = new Date(`${fromDate}T00:00:00Z`);
      ;
      day = new Date(day.getTime() + 86_400_000)
    ) {
      const date = day.toISOString().slice(0, 10)
      if (date > toDate) break
      dates.push(date)
    }
    const none = total(undefined)
    return {
      timeZone,
      reportingCurrency: 'EUR',
      received: none,
      paidOut: none,
      intervals: dates.map((date) => ({
        date,
        from: `${date}T00:00:00.000Z`,
        until: `${date}T00:00:00.000Z`,
        received: total(days[date]),
        // The home screen shows the money that arrived, not this value.
        paidOut: total('1000'),
      })),
    }
  }
  const fake = Object.assign(read, { queries: [] as Query[] })
  return fake
}

const summary = ({ periods }: Awaited<ReturnType<typeof readTotals>>) =>
  periods.map(({ period, count, worth, unknownCount }) => [period.name, count, worth, unknownCount])

test('Days are added up exactly, and each period includes its first day', async () => {
  const read = totalsOf({
    '2026-11-28': '0.3',
    '2026-11-27': '12345678901.00000001',
    '2026-11-23': null,
    '2026-11-22': '1',
    '2026-11-01': '0.00000009',
    '2026-10-31': '1000',
  })
  const totals = await readTotals(read, { now: NOW, timeZone: 'Europe/Berlin', signal })
  expect(summary(totals)).toEqual([
    ['today', 1, '0.3', 0],
    ['week', 3, '12345678901.30000001', 1],
    ['month', 5, '12345678902.3000001', 1],
  ])
  expect(read.queries).toEqual([
    { fromDate: '2026-10-30', toDate: '2026-11-28', timeZone: 'Europe/Berlin' },
  ])
  expect(totals.currency).toBe('EUR')
  expect(totals.days).toHaveLength(30)
  expect(totals.days.at(0)).toMatchObject({ date: '2026-10-30', count: 0, worth: '0' })
  expect(totals.days.at(-1)).toMatchObject({ date: '2026-11-28', worth: '0.3' })
})

test('The chart has 30 days on the 31st of a month, and the month counts its first day', async () => {
  const read = totalsOf({ '2026-12-01': '7' })
  const now = new Date(2026, 11, 31, 2)
  const totals = await readTotals(read, { now, timeZone: 'UTC', signal })
  expect(summary(totals).at(-1)).toEqual(['month', 1, '7', 0])
  expect(totals.days).toHaveLength(30)
  expect(totals.days[0]?.date).toBe('2026-12-02')
})

test('A week’s total contains all its days, even if it began in the previous month', async () => {
  const read = totalsOf({ '2027-01-01': '1', '2026-12-28': '2' })
  const now = new Date(2027, 0, 1, 2)
  expect(summary(await readTotals(read, { now, timeZone: 'UTC', signal }))).toEqual([
    ['today', 1, '1', 0],
    ['week', 2, '3', 0],
    ['month', 1, '1', 0],
  ])
})

test('Bars show each day’s share of the largest day', () => {
  const day = (worth: string) => ({ count: 1, worth, unknownCount: 0 })
  expect(sharesOf([day('0'), day('12345678901.5'), day('6172839450.75')])).toEqual([0, 1, 0.5])
  expect(sharesOf([day('0'), day('0')])).toEqual([0, 0])
})

import { formatAmount, parseAmount } from '@secure-payment/core'
import type { Client } from '@secure-payment/core/client'
import { listPeriods, type Period } from '../payments/listPeriods.ts'
import { dayOf } from '../payments/paymentFilter.ts'

/** The money received in a period. */
export type Total = {
  readonly count: number
  /** The exact sum of the known values in the reporting currency, decimal text. */
  readonly worth: string
  /** Payments without a known value. */
  readonly unknownCount: number
}

/** The money received in each common period, and on each of the last days, oldest first. */
export type Totals = {
  /** The reporting currency, in which all values are stated. */
  readonly currency: string
  readonly periods: readonly (Total & { readonly period: Period })[]
  readonly days: readonly (Total & { readonly date: string })[]
}

type Read = Client['payments']['totals']

/** The number of days in the chart. */
const CHART_DAYS = 30
/** The decimals of the API's values in fiat currencies. */
const FIAT_DECIMALS = 8

/** Reads the money received today, this week, this month, and on each of the last 30 days in the person's time zone. */
export async function readTotals(
  read: Read,
  { now, timeZone, signal }: { now: Date; timeZone: string; signal: AbortSignal },
): Promise<Totals> {
  const periods = listPeriods(now).filter(({ name }) => name !== 'lastMonth')
  const start = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - CHART_DAYS + 1))
  const [fromDate = start] = [start, ...periods.map(({ from }) => from)].toSorted()
  const query = { fromDate, toDate: dayOf(now), timeZone }
  const { intervals, reportingCurrency } = await read({ query }, { signal })
  const days = intervals.map(({ date, received }) => ({
    date,
    count: received.paymentCount,
    worth: received.amountInReportingCurrency,
    unknownCount: received.unvaluedInReportingCurrencyCount,
  }))
  return {
    currency: reportingCurrency,
    periods: periods.map((period) => ({
      period,
      ...addUp(days.filter(({ date }) => date >= period.from && date <= period.to)),
    })),
    days: days.filter(({ date }) => date >= start),
  }
}

function addUp(days: readonly Total[]): Total {
  const units = days.map(({ worth }) => toUnits(worth))
  return {
    count: days.reduce((sum, { count }) => sum + count, 0),
    worth: formatAmount(
      units.reduce((sum, each) => sum + each, 0n),
      FIAT_DECIMALS,
    ),
    unknownCount: days.reduce((sum, { unknownCount }) => sum + unknownCount, 0),
  }
}

function toUnits(worth: string): bigint {
  return parseAmount(worth, FIAT_DECIMALS, { allowZero: true })
}

/** Returns each day's share of the largest one, from 0 to 1, to four decimals; all 0 without a value. */
export function sharesOf(days: readonly Total[]): readonly number[] {
  const units = days.map(({ worth }) => toUnits(worth))
  const most = units.reduce((max, each) => (each > max ? each : max), 0n)
  if (most === 0n) return units.map(() => 0)
  return units.map((each) => Number((each * 10_000n) / most) / 10_000)
}

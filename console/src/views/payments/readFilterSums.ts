import type { Client } from '@secure-payment/core/client'
import type { ReceivedPayment } from '../../api.ts'
import { listFilters, type PaymentFilter } from './paymentFilter.ts'
import { sumWorths, type WorthSum } from './sumWorths.ts'

/** The received and the paid-out value of a filter's payments; null if no value is known. */
export type FilterSums = { readonly received: WorthSum | null; readonly paidOut: WorthSum | null }

type Totals = Client['payments']['totals']

const DAY_MS = 86_400_000
/** The maximum number of days in one request for totals. */
const MOST_DAYS = 400

/**
 * Reads the service's sums for a filter that names only days, before the page shows all payments. Returns null for any
 * other filter, for which the service has no totals.
 */
export async function readFilterSums(
  totals: Totals,
  filter: PaymentFilter,
  { now, timeZone, signal }: { now: Date; timeZone: string; signal: AbortSignal },
): Promise<FilterSums | null> {
  const query = toTotalsQuery(filter, { now, timeZone })
  if (query === null) return null
  const { received, paidOut, reportingCurrency: currency } = await totals({ query }, { signal })
  const sumOf = (total: typeof received): WorthSum | null => {
    const unknownCount = total.unvaluedInReportingCurrencyCount
    if (total.paymentCount === unknownCount) return null
    return { worth: total.amountInReportingCurrency, currency, unknownCount }
  }
  return { received: sumOf(received), paidOut: sumOf(paidOut) }
}

/** Returns the query for the totals of a filter that names only days; null for any other filter, and for too many days. */
export function toTotalsQuery(
  filter: PaymentFilter,
  { now, timeZone }: { now: Date; timeZone: string },
): { fromDate: string; toDate?: string; timeZone: string } | null {
  const { from, to } = filter
  const isOfDays = listFilters(filter).every(([name]) => name === 'from' || name === 'to')
  if (from === undefined || !isOfDays) return null
  const untilMs = to === undefined ? now.getTime() : Date.parse(to)
  const days = (untilMs - Date.parse(from)) / DAY_MS
  if (days < 0 || days > MOST_DAYS) return null
  return { fromDate: from, ...(to !== undefined && { toDate: to }), timeZone }
}

/** Adds up all of a filter's payments. */
export function sumPayments(payments: readonly ReceivedPayment[]): FilterSums {
  return {
    received: sumWorths(payments.filter(({ flow }) => flow === 'get_paid')),
    paidOut: sumWorths(payments.filter(({ flow }) => flow === 'pay')),
  }
}

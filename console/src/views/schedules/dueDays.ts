import { formatAmount, parseAmount } from '@secure-payment/core'
import { findCurrency } from '@secure-payment/core/networks'
import type { ScheduleRecord } from '../../api.ts'
import { type Day, dayOf, occurrence } from '../../calendar/occurrence.ts'

/** A payment of a schedule, on the day on which it is due or was completed. `isOverdue` means that its due time has passed. */
export type DuePayment = {
  readonly day: Day
  readonly record: ScheduleRecord
  /** The number of the payment in its schedule, counted from 1. */
  readonly number: number
  readonly state: 'paid' | 'due' | 'paused'
  readonly isOverdue: boolean
}

/** Returns the due times of a schedule's remaining payments, in milliseconds since 1970. */
export function listUpcoming(
  record: Pick<ScheduleRecord, 'startDate' | 'frequency' | 'processedPayments' | 'totalPayments'>,
): readonly number[] {
  const { startDate, frequency, processedPayments, totalPayments } = record
  const startMs = Date.parse(startDate)
  return Array.from({ length: Math.max(0, totalPayments - processedPayments) }, (_, index) =>
    occurrence(startMs, frequency, processedPayments + index),
  )
}

/**
 * Returns due and completed payments by day; paused schedules count as if they continued. Overdue payments appear
 * today, because they will be sent today.
 */
export function listDue(records: readonly ScheduleRecord[], nowMs: number): readonly DuePayment[] {
  const today = dayOf(nowMs)
  return records.flatMap((record) => {
    const paid = record.payments.map(
      ({ timestamp }, index): DuePayment => ({
        day: timestamp.slice(0, today.length),
        record,
        number: index + 1,
        state: 'paid',
        isOverdue: false,
      }),
    )
    if (record.status !== 'active' && record.status !== 'paused') return paid
    const state = record.status === 'active' ? 'due' : 'paused'
    const upcoming = listUpcoming(record).map((dueMs, index): DuePayment => {
      const day = dayOf(dueMs)
      const isOverdue = day < today
      const number = record.processedPayments + index + 1
      return { day: isOverdue ? today : day, record, number, state, isOverdue }
    })
    return [...paid, ...upcoming]
  })
}

/** Returns the sum of payments by currency: decimal text with the currency's symbol, in the order in which currencies appear. */
export function sumDue(
  payments: readonly DuePayment[],
): readonly { amount: string; symbol: string }[] {
  const groups = Map.groupBy(payments, ({ record }) => record.paymentCurrency)
  return [...groups].map(([currencyId, group]) => {
    const { symbol, decimals } = describeCurrency(currencyId)
    const units = group.reduce((sum, { record }) => sum + parseAmount(record.amount, decimals), 0n)
    return { amount: formatAmount(units, decimals), symbol }
  })
}

/** Returns the paid, remaining and total amounts of a schedule, as decimal text: equal payments, without fees. */
export function sumSchedule(
  record: Pick<
    ScheduleRecord,
    'amount' | 'paymentCurrency' | 'processedPayments' | 'totalPayments'
  >,
): { paid: string; open: string; whole: string } {
  const { processedPayments, totalPayments } = record
  const { decimals } = describeCurrency(record.paymentCurrency)
  const each = parseAmount(record.amount, decimals)
  const times = (count: number): string => formatAmount(each * BigInt(count), decimals)
  return {
    paid: times(processedPayments),
    open: times(Math.max(0, totalPayments - processedPayments)),
    whole: times(totalPayments),
  }
}

/**
 * Returns the symbol and decimals of a currency; for a currency outside the registry, its id and the highest number of
 * decimals.
 */
export function describeCurrency(currencyId: string): { symbol: string; decimals: number } {
  const currency = findCurrency(currencyId)
  return currency === undefined
    ? { symbol: currencyId, decimals: MOST_DECIMALS }
    : { symbol: currency.symbol, decimals: currency.currency.decimals }
}

const MOST_DECIMALS = 36

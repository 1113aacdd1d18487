import type { Row } from '../db/schema.ts'

/** The frequency of a recurring invoice. */
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A recurring invoice's calendar: `startDate` is a day (its first moment in UTC) or a time in ISO 8601. */
export type Recurrence = { startDate: string; frequency: Frequency }

const DAY_MS = 86_400_000
const FIXED_PERIODS_MS = { DAILY: DAY_MS, WEEKLY: 7 * DAY_MS } as const
const CALENDAR_PERIODS_MONTHS = { MONTHLY: 1, YEARLY: 12 } as const

/** Reads a request's recurrence as `buildRequestRow` wrote it; null if it is not recurring. */
export function readRecurrence({
  recurrence,
}: Pick<Row<'requests'>, 'recurrence'>): Recurrence | null {
  // The host wrote this JSON from a validated value.
  return recurrence === null ? null : JSON.parse(recurrence)
}

/**
 * Returns the beginning of the period with this number, in UTC. Period 0 begins on the start date and belongs to the request that was
 * created with the recurrence; each later period has its own request. Periods are counted from the start date, not from the last period,
 * so that the day of the month stays the same. An example: 31 January, 28 February, 31 March. In a shorter month, the period begins on
 * the last day.
 */
export function occurrence({ startDate, frequency }: Recurrence, index: number): Date {
  const start = new Date(startDate)
  switch (frequency) {
    case 'DAILY':
    case 'WEEKLY':
      return new Date(start.getTime() + index * FIXED_PERIODS_MS[frequency])
    case 'MONTHLY':
    case 'YEARLY':
      return addMonths(start, index * CALENDAR_PERIODS_MONTHS[frequency])
    default:
      return frequency satisfies never
  }
}

/** Returns the first period, from 1, that begins after a given time. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Date {
  // The search begins at the period of that time, or at the previous one if a short month moved a day forward. At most two steps remain.
  let index = Math.max(1, wholePeriods(recurrence, after))
  while (occurrence(recurrence, index) <= after) index += 1
  return occurrence(recurrence, index)
}

/** The maximum number of years ahead at which a recurrence may begin. */
export const MAX_START_YEARS = 10

/**
 * Returns whether a recurrence may begin on a date: `past` is before the current day in UTC, because a page sends the time at which it was
 * opened. `far` is more than {@link MAX_START_YEARS} years ahead.
 */
export function judgeStart(startDate: string, now: Date): 'fine' | 'past' | 'far' {
  const start = new Date(startDate)
  const today = new Date(now.toISOString().slice(0, 'YYYY-MM-DD'.length))
  if (start < today) return 'past'
  return start > addMonths(now, MAX_START_YEARS * 12) ? 'far' : 'fine'
}

function wholePeriods({ startDate, frequency }: Recurrence, until: Date): number {
  const start = new Date(startDate)
  switch (frequency) {
    case 'DAILY':
    case 'WEEKLY':
      return Math.floor((until.getTime() - start.getTime()) / FIXED_PERIODS_MS[frequency])
    case 'MONTHLY':
    case 'YEARLY': {
      const months = monthsSinceZero(until) - monthsSinceZero(start)
      return Math.floor(months / CALENDAR_PERIODS_MONTHS[frequency]) - 1
    }
    default:
      return frequency satisfies never
  }
}

function monthsSinceZero(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function addMonths(start: Date, months: number): Date {
  const target = new Date(start)
  // Starts at the first day, which every month has, and then sets the day, limited to the month's length.
  target.setUTCDate(1)
  target.setUTCMonth(target.getUTCMonth() + months)
  const days = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), days))
  return target
}

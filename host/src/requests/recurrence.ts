import type { Row } from '../db/schema.ts'

/** How often a recurring invoice repeats. */
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A recurring invoice's calendar: `startDate` is a day (its first moment in UTC) or a moment in ISO 8601. */
export type Recurrence = { startDate: string; frequency: Frequency }

const DAY_MS = 86_400_000
const FIXED_PERIODS_MS = { DAILY: DAY_MS, WEEKLY: 7 * DAY_MS } as const
const CALENDAR_PERIODS_MONTHS = { MONTHLY: 1, YEARLY: 12 } as const

/** Reads the recurrence of a request as `buildRequestRow` wrote it; null = not recurring. */
export function readRecurrence({
  recurrence,
}: Pick<Row<'requests'>, 'recurrence'>): Recurrence | null {
  // Our own JSON, of a value that the contract had accepted.
  return recurrence === null ? null : JSON.parse(recurrence)
}

/**
 * The beginning of the period of a number, in UTC. Period 0 begins on the start date and belongs to the request that
 * was created with the recurrence; from 1 on each gets its own request. Counted from the start date, not from the last
 * period, so that the day stays: 31 January, 28 February, 31 March. In a month that is too short, it is the last day.
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

/** The first period from 1 on that begins after a moment. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Date {
  // The period that the moment is in, or one too early where a short month moved a day forward: at most two steps are left.
  let index = Math.max(1, wholePeriods(recurrence, after))
  while (occurrence(recurrence, index) <= after) index += 1
  return occurrence(recurrence, index)
}

/** Years ahead that a recurrence may begin. */
export const MAX_START_YEARS = 10

/**
 * Whether a recurrence may begin on a date: `past` is before the present day in UTC, because a page sends the moment at
 * which it was opened; `far` is more than {@link MAX_START_YEARS} years ahead.
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
  // The first of a month exists in each; the day comes after, as far as the month has it.
  target.setUTCDate(1)
  target.setUTCMonth(target.getUTCMonth() + months)
  const days = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), days))
  return target
}

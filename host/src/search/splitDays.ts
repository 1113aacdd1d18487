import { Temporal } from 'temporal-polyfill'
import type { TimeRange } from './periods.ts'

/** A day, a week or a month in a report, cut to the report's range; `date` is its first day. */
export type Interval = TimeRange & { date: string }

/** The first and the last day of a report (both inclusive), as dates in a time zone: `2026-11-28`. */
export type Days = {
  fromDate: string
  toDate: string
  timeZone: string
  interval: 'day' | 'week' | 'month'
}

/** A time zone's name, or an offset in multiples of 15 minutes, because totals have buckets of 15 minutes. The runtime also accepts dates. */
const ZONE = /^(?:[A-Za-z]|[+-]\d\d:(?:00|15|30|45)$)/

/** Returns whether the runtime supports a time zone, and the zone's days begin on a quarter-hour. */
export function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns the day on which a time falls in a time zone. */
export function dayAt(moment: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** Returns the day that is this number of days before another day. */
export function dayBefore(date: string, days: number): string {
  return Temporal.PlainDate.from(date).subtract({ days }).toString()
}

/** Returns the number of days from one day to another; negative if `toDate` is earlier. */
export function countDays(fromDate: string, toDate: string): number {
  return Temporal.PlainDate.from(fromDate).until(toDate).days
}

/** Splits days into intervals, oldest first and without gaps. Weeks begin on Monday. */
export function splitDays({ fromDate, toDate, timeZone, interval }: Days): readonly Interval[] {
  const end = Temporal.PlainDate.from(toDate).add({ days: 1 })
  const found: Interval[] = []
  for (let day = Temporal.PlainDate.from(fromDate); Temporal.PlainDate.compare(day, end) < 0; ) {
    const next = earlier(nextStart(day, interval), end)
    found.push({
      date: day.toString(),
      from: startOf(day, timeZone),
      until: startOf(next, timeZone),
    })
    day = next
  }
  return found
}

function nextStart(day: Temporal.PlainDate, interval: Days['interval']): Temporal.PlainDate {
  switch (interval) {
    case 'day':
      return day.add({ days: 1 })
    case 'week':
      return day.add({ days: day.daysInWeek + 1 - day.dayOfWeek })
    case 'month':
      return day.with({ day: 1 }).add({ months: 1 })
    default:
      return interval satisfies never
  }
}

function earlier(left: Temporal.PlainDate, right: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(left, right) < 0 ? left : right
}

/** Returns the first moment of a day as ISO text in UTC. Not every day begins at midnight: a clock change may skip midnight. */
function startOf(day: Temporal.PlainDate, timeZone: string): string {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}

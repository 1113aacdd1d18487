import type { Format } from '@secure-payment/widget/design'
import type { Month } from './monthGrid.ts'
import type { Day } from './occurrence.ts'

/** The language in which a day is written. */
type Language = Pick<Format, 'language'>

/** Days are counted in UTC. Digits are 0-9 and the calendar is the Gregorian one, as in the element. */
const UTC = { timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const

/** A Monday, the first column of a week. */
const MONDAY = '2024-01-01'
const DAYS_OF_WEEK = 7
const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns a day in a readable form: `Dec 1, 2026`; `long` adds the weekday. A time in ISO 8601 is shown as its day in UTC. */
export function formatDay(
  { language }: Language,
  day: Day,
  length: 'medium' | 'long' = 'medium',
): string {
  const dateStyle = length === 'long' ? 'full' : 'medium'
  const date = new Date(`${day.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`)
  return new Intl.DateTimeFormat(language, { ...UTC, dateStyle }).format(date)
}

/** Returns a month with its year: `December 2026`. */
export function formatMonth({ language }: Language, { year, month }: Month): string {
  const format = new Intl.DateTimeFormat(language, { ...UTC, month: 'long', year: 'numeric' })
  return format.format(new Date(Date.UTC(year, month - 1, 1)))
}

/** Returns the days in a week from Monday on, short and long: `Mon`, `Monday`. */
export function listWeekdays({ language }: Language): readonly (readonly [string, string])[] {
  const short = new Intl.DateTimeFormat(language, { ...UTC, weekday: 'short' })
  const long = new Intl.DateTimeFormat(language, { ...UTC, weekday: 'long' })
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => {
    const date = new Date(Date.parse(MONDAY) + index * DAY_MS)
    return [short.format(date), long.format(date)]
  })
}

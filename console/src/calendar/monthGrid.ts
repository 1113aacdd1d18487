import { type Day, dayOf } from './occurrence.ts'

/** A month: `month` counts from 1. */
export type Month = { readonly year: number; readonly month: number }

const DAYS_OF_WEEK = 7

/** Returns a day's month. */
export function monthOf(day: Day): Month {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) }
}

/** Returns the month `count` months later; earlier if `count` is negative. */
export function shiftMonth({ year, month }: Month, count: number): Month {
  const date = new Date(Date.UTC(year, month - 1 + count, 1))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

/** Returns the day `count` days later; earlier if `count` is negative. */
export function shiftDay(day: Day, count: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date.getTime())
}

/** Returns the same day of another month, or that month's last day. */
export function moveToMonth(day: Day, { year, month }: Month): Day {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1, Math.min(Number(day.slice(8)), last)))
}

/** Returns a day's column, counted from Monday. */
export function columnOf(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK
}

/** Returns a month's weeks from Monday to Sunday; null if a day belongs to another month. */
export function monthGrid({ year, month }: Month): readonly (readonly (Day | null)[])[] {
  const first = dayOf(Date.UTC(year, month - 1, 1))
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const before = columnOf(first)
  const weeks = Math.ceil((before + count) / DAYS_OF_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (_, column) => {
      const index = week * DAYS_OF_WEEK + column - before
      return index < 0 || index >= count ? null : shiftDay(first, index)
    }),
  )
}

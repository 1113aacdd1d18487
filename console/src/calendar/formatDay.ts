import type { Day } from './occurrence.ts'

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })

/** Returns a day in a readable form: `Dec 1, 2026`; `long` adds the weekday. A time in ISO 8601 is shown as its day in UTC. */
export function formatDay(day: Day, length: 'medium' | 'long' = 'medium'): string {
  const date = new Date(`${day.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`)
  return (length === 'long' ? LONG_DAY : DAY).format(date)
}

import type { Day } from './occurrence.ts'

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })

/** A day as people write it: `Dec 1, 2026`; `long` has the day of the week too. A moment in ISO 8601 is told by its day in UTC. */
export function formatDay(day: Day, length: 'medium' | 'long' = 'medium'): string {
  const date = new Date(`${day.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`)
  return (length === 'long' ? LONG_DAY : DAY).format(date)
}

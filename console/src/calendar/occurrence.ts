/** A schedule's frequencies, as the API names them. */
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A day in UTC, such as `2026-12-01`; a schedule's dates are such days. */
export type Day = string

const DAY_MS = 86_400_000

/**
 * Returns the due time of payment `index` (from 0) of a schedule, in milliseconds since 1970. The time is counted in UTC from the
 * start, so that the day of the month remains the same. In a month without that day, the payment is due on the last day.
 */
export function occurrence(startMs: number, frequency: Frequency, index: number): number {
  switch (frequency) {
    case 'DAILY':
      return startMs + index * DAY_MS
    case 'WEEKLY':
      return startMs + index * 7 * DAY_MS
    case 'MONTHLY':
      return addMonths(startMs, index)
    case 'YEARLY':
      return addMonths(startMs, index * 12)
    default:
      return frequency satisfies never
  }
}

/** Returns the day in UTC of a time in milliseconds since 1970. */
export function dayOf(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** Returns the first moment of a day; null if the text is not a calendar day. */
export function parseDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) || dayOf(ms) !== text ? null : ms
}

/**
 * Returns a schedule's start: the first moment of a day, or a UTC time such as `2026-12-01T18:30:00Z`; null if the text is
 * neither.
 */
export function parseStart(text: string): number | null {
  const dayMs = parseDay(text)
  if (dayMs !== null) return dayMs
  const isMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && parseDay(text.slice(0, 10)) !== null
  const ms = isMoment ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

function addMonths(startMs: number, months: number): number {
  const start = new Date(startMs)
  const target = new Date(startMs)
  // Moves between first days, which every month has, and then sets the day, limited to the month's length.
  target.setUTCDate(1)
  target.setUTCMonth(target.getUTCMonth() + months)
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0))
  target.setUTCDate(Math.min(start.getUTCDate(), last.getUTCDate()))
  return target.getTime()
}

/** The counted periods, longest first. */
export const SPANS = ['month', 'day', 'hour'] as const
export type Span = (typeof SPANS)[number]

/** A time range from `from` (inclusive) to `until` (exclusive), ISO 8601 UTC with milliseconds. */
export type TimeRange = { from: string; until: string }

/** A part of a range: whole periods with stored counts, or a remainder shorter than an hour at either end. */
export type RangePart = TimeRange & { span: Span | 'rest' }

/** All time, in whole months. */
export const ALWAYS: TimeRange = {
  from: '0000-01-01T00:00:00.000Z',
  until: '9999-12-01T00:00:00.000Z',
}

/** The prefix of a time that names its period: `2026-01`, `2026-01-31`, `2026-01-31T23`. */
const BUCKET_LENGTH: Readonly<Record<Span, number>> = { month: 7, day: 10, hour: 13 }

/** Returns the name of a time's period. */
export function bucketOf(time: string, span: Span): string {
  return time.slice(0, BUCKET_LENGTH[span])
}

/** Returns the time range of a period's name. */
export function rangeOf(bucket: string): TimeRange {
  const span = SPANS.find((each) => BUCKET_LENGTH[each] === bucket.length)
  if (span === undefined) throw new Error(`${bucket} names no period.`)
  const from = startOf(bucket, span)
  return { from, until: nextPeriod(from, span) }
}

/**
 * Splits a range into as few counted periods as possible, newest first: remainder, hours, days, months, days, hours,
 * remainder. Empty parts are omitted.
 */
export function splitRange(range: TimeRange): readonly RangePart[] {
  return split(range, ['hour', 'day', 'month'], 'rest')
}

/**
 * Splits off the middle, which consists of whole periods of the next longer span; a remainder on either side stays in the shorter span.
 */
function split(range: TimeRange, longer: readonly Span[], span: Span | 'rest'): RangePart[] {
  if (range.from >= range.until) return []
  const [next, ...rest] = longer
  if (next === undefined) return [{ ...range, span }]
  const from = ceil(range.from, next)
  const until = floor(range.until, next)
  if (from >= until) return [{ ...range, span }]
  return [
    ...split({ from: until, until: range.until }, [], span),
    ...split({ from, until }, rest, next),
    ...split({ from: range.from, until: from }, [], span),
  ]
}

function floor(time: string, span: Span): string {
  return startOf(bucketOf(time, span), span)
}

function ceil(time: string, span: Span): string {
  const start = floor(time, span)
  return start === time ? time : nextPeriod(start, span)
}

/** The suffix that completes a period's name to its start time. */
const START: Readonly<Record<Span, string>> = {
  month: '-01T00:00:00.000Z',
  day: 'T00:00:00.000Z',
  hour: ':00:00.000Z',
}

function startOf(bucket: string, span: Span): string {
  return bucket + START[span]
}

/** Returns the start of the period after the one that starts at `start`. */
function nextPeriod(start: string, span: Span): string {
  const date = new Date(start)
  switch (span) {
    case 'month':
      date.setUTCMonth(date.getUTCMonth() + 1)
      break
    case 'day':
      date.setUTCDate(date.getUTCDate() + 1)
      break
    case 'hour':
      date.setUTCHours(date.getUTCHours() + 1)
      break
    default:
      span satisfies never
  }
  return date.toISOString()
}

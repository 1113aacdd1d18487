/** Periods that payments are counted by, longest first. */
export const SPANS = ['month', 'day', 'hour'] as const
export type Span = (typeof SPANS)[number]

/** A stretch of time, `from` included, `until` not: ISO 8601 UTC with milliseconds. */
export type TimeRange = { from: string; until: string }

/** A part of a range: whole periods, whose payments are counted already, or a rest shorter than an hour at an end. */
export type RangePart = TimeRange & { span: Span | 'rest' }

/** All of time, in whole months. */
export const ALWAYS: TimeRange = {
  from: '0000-01-01T00:00:00.000Z',
  until: '9999-12-01T00:00:00.000Z',
}

/** Characters of a time that name its period: `2026-01`, `2026-01-31`, `2026-01-31T23`. */
const BUCKET_LENGTH: Readonly<Record<Span, number>> = { month: 7, day: 10, hour: 13 }

/** The name of the period that a time is in. */
export function bucketOf(time: string, span: Span): string {
  return time.slice(0, BUCKET_LENGTH[span])
}

/** The stretch of time that a period's name stands for. */
export function rangeOf(bucket: string): TimeRange {
  const span = SPANS.find((each) => BUCKET_LENGTH[each] === bucket.length)
  if (span === undefined) throw new Error(`${bucket} names no period.`)
  const from = startOf(bucket, span)
  return { from, until: nextPeriod(from, span) }
}

/**
 * Splits a range into as few counted periods as there are, newest first: a rest, hours, days, months, days, hours, a
 * rest. Empty parts are left out.
 */
export function splitRange(range: TimeRange): readonly RangePart[] {
  return split(range, ['hour', 'day', 'month'], 'rest')
}

/** The middle in whole periods of the next longer span, and the rest on both sides in the shorter one. */
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

/** The end of a time that completes the name of a period to its start. */
const START: Readonly<Record<Span, string>> = {
  month: '-01T00:00:00.000Z',
  day: 'T00:00:00.000Z',
  hour: ':00:00.000Z',
}

function startOf(bucket: string, span: Span): string {
  return bucket + START[span]
}

/** The start of the period after the one that starts at `start`. */
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

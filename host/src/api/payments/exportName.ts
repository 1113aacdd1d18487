const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** In every time zone from UTC-10 (Hawaii) to UTC+13 (New Zealand in summer), UTC has the local date this long after local midnight. */
const LATEST_MIDNIGHT_MS = 13 * HOUR_MS

/**
 * Names an export file: `payments-2026-03-01-to-2026-03-31.csv` for a range of whole days in a time zone from UTC-10 to UTC+13, otherwise
 * the day of the export. The range itself has no time zone.
 */
export function exportName(
  { fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined },
  now: Date,
): string {
  const today = dayOf(now.getTime())
  if (fromDate === undefined || toDate === undefined) return `payments-${today}.csv`
  const first = dayOf(Date.parse(fromDate) + LATEST_MIDNIGHT_MS)
  // The range includes its last millisecond; the next midnight is a day after the beginning of the last day.
  const last = dayOf(Date.parse(toDate) + 1 + LATEST_MIDNIGHT_MS - DAY_MS)
  if (first > last) return `payments-${today}.csv`
  return first === last ? `payments-${first}.csv` : `payments-${first}-to-${last}.csv`
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

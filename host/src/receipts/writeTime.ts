import type { PageLanguage } from '../http/pageWords.ts'

/** The parts of a written time; `static/receipt.js` writes the same parts in the payer's zone. */
const PARTS = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Writes an instant in a time zone, which the text names: `30 November 2026 at 14:05 UTC`. */
export function writeTime(
  instant: string,
  { language, timeZone }: { language: PageLanguage; timeZone: string },
): string {
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...PARTS, timeZone }).format(
    Date.parse(instant),
  )
}

/** Reads a time zone that a page names, such as `Europe/Berlin`; UTC for a name that Node does not support. */
export function readTimeZone(name: unknown): string {
  if (typeof name !== 'string' || name.length > MAX_ZONE_LENGTH) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

const MAX_ZONE_LENGTH = 64

import type { Format } from './format.ts'

/**
 * Formats a time as the local date and time with the zone, in the format's language; text that is not a time is returned
 * unchanged. Digits are 0-9 and the calendar is the Gregorian one, as in wallets and explorers.
 */
export function formatDateTime({ language }: Pick<Format, 'language'>, iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'long',
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(date)
}

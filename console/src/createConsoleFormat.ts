import { createFormat, type Format, formatDateTime } from '@secure-payment/widget/design'

/** The element's ways to write things, and times, of which the console has many. */
export type ConsoleFormat = Format & {
  /** Local date and time with the zone. */
  dateTime(iso: string): string
}

/** The format of a language, as `createFormat`. */
export function createConsoleFormat(language: string): ConsoleFormat {
  const format = createFormat(language)
  return { ...format, dateTime: (iso) => formatDateTime(format, iso) }
}

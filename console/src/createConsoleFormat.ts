import { createFormat, type Format, formatDateTime } from '@secure-payment/widget/design'

/** The element's formats, and those of times, which the console shows often. */
export type ConsoleFormat = Format & {
  /** Local date and time with the zone. */
  dateTime(iso: string): string
}

/** The format of a language, like `createFormat`. */
export function createConsoleFormat(language: string): ConsoleFormat {
  const format = createFormat(language)
  return { ...format, dateTime: (iso) => formatDateTime(format, iso) }
}

import { createFormat, type Format, formatDateTime } from '@secure-payment/widget/design'
import { cutFiat } from './amounts/cutFiat.ts'

/**
 * The element's formats, and the console's own formats for times, days and lists. `money` rounds fiat money down to the currency's decimals,
 * unless the caller states `places`, as for a price.
 */
export type ConsoleFormat = Format & {
  /** Returns the local date and time with the zone. */
  dateTime(iso: string): string
  /**
   * Returns the local date and time to the minute: `Nov 28, 1:06 PM`, with the year unless it is the current year. Returns any text other
   * than a time unchanged.
   */
  minute(iso: string, nowMs: number): string
  /** Returns a calendar day without its year: `2026-11-28` is `Nov 28`. */
  day(date: string): string
  /** Joins all items as in a sentence: `a, b, and c`. */
  list(items: readonly string[]): string
}

/** Creates a language's format, like `createFormat`. */
export function createConsoleFormat(language: string): ConsoleFormat {
  const format = createFormat(language)
  const minuteOf = (withYear: boolean): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(language, {
      ...(withYear && { year: 'numeric' }),
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      numberingSystem: 'latn',
      calendar: 'gregory',
    })
  const [short, long] = [minuteOf(false), minuteOf(true)]
  const day = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  })
  const list = new Intl.ListFormat(language)
  return {
    ...format,
    money: (amount, symbol, places) =>
      places === undefined
        ? format.money(cutFiat(amount, symbol), symbol)
        : format.money(amount, symbol, places),
    list: (items) => list.format(items),
    dateTime: (iso) => formatDateTime(format, iso),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    minute: (iso, nowMs) => {
      const date = new Date(iso)
      if (Number.isNaN(date.getTime())) return iso
      const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear()
      return (isThisYear ? short : long).format(date)
    },
  }
}

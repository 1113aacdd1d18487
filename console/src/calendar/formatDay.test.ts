import { expect, test } from 'vitest'
import { formatDay, formatMonth, listWeekdays } from './formatDay.ts'

/**
 * The dates of each language, and the names of its months and days, as CLDR defines them: https://github.com/unicode-org/cldr-json.
 */
test.each([
  ['en', 'Dec 1, 2026', 'Tuesday, December 1, 2026', 'December 2026', ['Mon', 'Monday']],
  ['de', '01.12.2026', 'Dienstag, 1. Dezember 2026', 'Dezember 2026', ['Mo', 'Montag']],
  ['ja', '2026/12/01', '2026年12月1日火曜日', '2026年12月', ['月', '月曜日']],
])('Days, months and weekdays follow the language %s', (language, medium, long, month, monday) => {
  const format = { language }
  expect(formatDay(format, '2026-12-01')).toBe(medium)
  expect(formatDay(format, '2026-12-01T23:59:59Z', 'long')).toBe(long)
  expect(formatMonth(format, { year: 2026, month: 12 })).toBe(month)
  const days = listWeekdays(format)
  expect(days.length).toBe(7)
  expect(days[0]).toEqual(monday)
})

import { expect, test } from 'vitest'
import { dayOf, type Frequency, occurrence, parseDay, parseStart } from './occurrence.ts'

const days = (start: string, frequency: Frequency, count: number) =>
  Array.from({ length: count }, (_, index) =>
    dayOf(occurrence(Date.parse(`${start}T00:00:00Z`), frequency, index)),
  )

test.each<[string, Frequency, readonly string[]]>([
  ['2026-12-30', 'DAILY', ['2026-12-30', '2026-12-31', '2027-01-01']],
  ['2026-12-24', 'WEEKLY', ['2026-12-24', '2026-12-31', '2027-01-07']],
  ['2027-01-31', 'MONTHLY', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
  ['2027-11-30', 'MONTHLY', ['2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
  ['2028-02-29', 'YEARLY', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
])('Occurrences are due from %s %s', (start, frequency, expected) => {
  expect(days(start, frequency, expected.length)).toEqual(expected)
})

test('Occurrences keep the time of day', () => {
  const start = Date.parse('2027-01-31T18:30:00Z')
  expect(new Date(occurrence(start, 'MONTHLY', 1)).toISOString()).toBe('2027-02-28T18:30:00.000Z')
})

test('parseDay accepts only real calendar days', () => {
  expect(parseDay('2028-02-29')).toBe(Date.UTC(2028, 1, 29))
  for (const wrong of ['2027-02-29', '2027-2-1', '', '2027-13-01', '2027-01-01T00:00:00Z']) {
    expect(parseDay(wrong)).toBeNull()
  }
})

test('parseStart accepts a calendar day or a time in UTC', () => {
  expect(parseStart('2028-02-29')).toBe(Date.UTC(2028, 1, 29))
  expect(parseStart('2028-02-29T18:30:00Z')).toBe(Date.UTC(2028, 1, 29, 18, 30))
  for (const wrong of ['2027-02-29', '2027-02-29T00:00:00Z', '2027-01-01T00:00:00+01:00', '']) {
    expect(parseStart(wrong)).toBeNull()
  }
})

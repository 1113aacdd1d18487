import { describe, expect, it } from 'vitest'
import { type Frequency, judgeStart, nextOccurrence, occurrence } from './recurrence.ts'

const days = (startDate: string, frequency: Frequency, count: number) =>
  Array.from({ length: count }, (_, index) =>
    occurrence({ startDate, frequency }, index).toISOString().slice(0, 10),
  )

describe('The periods of a recurrence', () => {
  it('the periods of a recurrence keep the day of the month, or use the last day of a shorter month', () => {
    expect(days('2027-01-31', 'MONTHLY', 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
    expect(days('2027-12-30', 'MONTHLY', 4)).toEqual([
      '2027-12-30',
      '2028-01-30',
      '2028-02-29',
      '2028-03-30',
    ])
  })

  it('the periods of a recurrence keep 29 February in leap years', () => {
    expect(days('2028-02-29', 'YEARLY', 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  it('the periods of a recurrence are UTC days and weeks, across new year and daylight saving changes', () => {
    expect(days('2026-12-30', 'DAILY', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
    expect(days('2027-03-20', 'WEEKLY', 3)).toEqual(['2027-03-20', '2027-03-27', '2027-04-03'])
  })

  it('the periods of a recurrence keep the time of day', () => {
    const recurrence = { startDate: '2027-01-31T22:15:30Z', frequency: 'MONTHLY' } as const
    expect(occurrence(recurrence, 1).toISOString()).toBe('2027-02-28T22:15:30.000Z')
  })
})

describe('The next period', () => {
  const next = (startDate: string, frequency: Frequency, after: string) =>
    nextOccurrence({ startDate, frequency }, new Date(after)).toISOString()

  it('the next period is the first one after a given time, not the one that starts at that time', () => {
    expect(next('2027-01-31', 'MONTHLY', '2027-02-27T23:59:59.999Z')).toBe(
      '2027-02-28T00:00:00.000Z',
    )
    expect(next('2027-01-31', 'MONTHLY', '2027-02-28T00:00:00.000Z')).toBe(
      '2027-03-31T00:00:00.000Z',
    )
    expect(next('2027-01-01', 'DAILY', '2027-01-01T12:00:00.000Z')).toBe('2027-01-02T00:00:00.000Z')
  })

  it('the next period of a future start is the second one, because the first belongs to the existing request', () => {
    expect(next('2027-06-15', 'WEEKLY', '2027-01-01T00:00:00.000Z')).toBe(
      '2027-06-22T00:00:00.000Z',
    )
  })

  it('the next period matches a search from the start for every hour of four years', () => {
    for (const [startDate, frequency] of [
      ['2027-01-31', 'MONTHLY'],
      ['2028-02-29T13:30:00Z', 'YEARLY'],
      ['2027-01-30T23:59:59.999Z', 'MONTHLY'],
      ['2027-01-01T00:00:01Z', 'WEEKLY'],
      ['2027-01-01', 'DAILY'],
    ] as const) {
      const recurrence = { startDate, frequency }
      let index = 1
      for (let ms = Date.UTC(2027, 0, 1); ms < Date.UTC(2031, 0, 1); ms += 3_600_000) {
        while (occurrence(recurrence, index).getTime() <= ms) index += 1
        const expected = occurrence(recurrence, index).getTime()
        const found = nextOccurrence(recurrence, new Date(ms)).getTime()
        if (found !== expected)
          expect({ startDate, ms, found }).toEqual({ startDate, ms, found: expected })
      }
    }
  })
})

describe('A start date', () => {
  const now = new Date('2026-11-21T15:00:00.000Z')

  it.each([
    ['2026-11-21', 'fine'],
    ['2026-11-21T00:00:00Z', 'fine'],
    ['2026-11-20T23:59:59.999Z', 'past'],
    ['2026-11-20', 'past'],
    ['2036-11-21', 'fine'],
    ['2036-11-22', 'far'],
    ['9999-12-31', 'far'],
  ])('a start date of %s is judged as %s', (startDate, verdict) => {
    expect(judgeStart(startDate, now)).toBe(verdict)
  })
})

import { describe, expect, it } from 'vitest'
import { countDays, dayAt, dayBefore, isTimeZone, splitDays } from './splitDays.ts'

describe('splitDays', () => {
  it('splitDays begins each day at its first moment, across both clock changes', () => {
    const berlin = { timeZone: 'Europe/Berlin', interval: 'day' } as const
    expect(splitDays({ ...berlin, fromDate: '2026-03-28', toDate: '2026-03-30' })).toEqual([
      { date: '2026-03-28', from: '2026-03-27T23:00:00.000Z', until: '2026-03-28T23:00:00.000Z' },
      // 23 hours
      { date: '2026-03-29', from: '2026-03-28T23:00:00.000Z', until: '2026-03-29T22:00:00.000Z' },
      { date: '2026-03-30', from: '2026-03-29T22:00:00.000Z', until: '2026-03-30T22:00:00.000Z' },
    ])
    // 25 hours
    expect(splitDays({ ...berlin, fromDate: '2026-10-25', toDate: '2026-10-25' })).toEqual([
      { date: '2026-10-25', from: '2026-10-24T22:00:00.000Z', until: '2026-10-25T23:00:00.000Z' },
    ])
  })

  it('splitDays begins a day without midnight at its first hour', () => {
    // Chile moves its clocks from midnight to one o'clock.
    const santiago = { timeZone: 'America/Santiago', interval: 'day' } as const
    expect(splitDays({ ...santiago, fromDate: '2026-09-06', toDate: '2026-09-06' })).toEqual([
      { date: '2026-09-06', from: '2026-09-06T04:00:00.000Z', until: '2026-09-07T03:00:00.000Z' },
    ])
  })

  it.each([
    ['week', ['2026-11-05', '2026-11-09', '2026-11-16']],
    ['month', ['2026-11-05']],
  ] as const)('splitDays cuts the first and the last %s to the range', (interval, dates) => {
    const days = { fromDate: '2026-11-05', toDate: '2026-11-17', timeZone: 'UTC', interval }
    const intervals = splitDays(days)
    expect(intervals.map(({ date }) => date)).toEqual(dates)
    expect(intervals[0]?.from).toBe('2026-11-05T00:00:00.000Z')
    expect(intervals.at(-1)?.until).toBe('2026-11-18T00:00:00.000Z')
  })

  it('splitDays begins months on their first day', () => {
    const year = { fromDate: '2026-01-31', toDate: '2026-12-31', timeZone: 'UTC' }
    const months = splitDays({ ...year, interval: 'month' }).map(({ date }) => date)
    expect(months.slice(0, 3)).toEqual(['2026-01-31', '2026-02-01', '2026-03-01'])
    expect(months).toHaveLength(12)
  })
})

describe('The calendar', () => {
  it('the calendar returns the day on which a time falls in a time zone', () => {
    const moment = new Date('2026-11-28T12:00:00Z')
    expect(dayAt(moment, 'UTC')).toBe('2026-11-28')
    expect(dayAt(moment, 'Pacific/Kiritimati')).toBe('2026-11-29')
  })

  it('the calendar counts days across a clock change and a year', () => {
    expect(countDays('2026-12-31', '2027-01-01')).toBe(1)
    expect(countDays('2026-03-28', '2026-03-30')).toBe(2)
    expect(countDays('2026-11-28', '2026-11-27')).toBe(-1)
    expect(countDays('2026-01-01', '2027-02-05')).toBe(400)
  })

  it('the calendar subtracts days across the start of a month', () => {
    expect(dayBefore('2026-03-01', 29)).toBe('2026-01-31')
  })

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
    ['2026-11-28', false],
    ['+05:45', true],
    ['-09:30', true],
    ['+05:17', false],
    ['2026-11-28T00:00+05:17', false],
    ['2026-11-28T00:00[+05:17]', false],
  ])('isTimeZone(%j) returns %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected)
  })
})

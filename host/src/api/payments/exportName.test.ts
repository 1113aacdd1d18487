import { describe, expect, it } from 'vitest'
import { exportName } from './exportName.ts'

const NOW = new Date('2026-11-29T12:15:00.000Z')

describe('The name of an export', () => {
  it.each([
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    // Berlin's clocks change on 29 March.
    ['Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
    ['Los Angeles', '2026-03-01T08:00:00.000Z', '2026-04-01T06:59:59.999Z'],
    ['Auckland outside summer', '2026-02-28T12:00:00.000Z', '2026-03-31T11:59:59.999Z'],
    ['Auckland in summer', '2026-02-28T11:00:00.000Z', '2026-03-31T10:59:59.999Z'],
    ['Honolulu', '2026-03-01T10:00:00.000Z', '2026-04-01T09:59:59.999Z'],
  ])('the name of an export has the days of a month in %s', (_zone, fromDate, toDate) => {
    expect(exportName({ fromDate, toDate }, NOW)).toBe('payments-2026-03-01-to-2026-03-31.csv')
  })

  it('the name of an export names a single day only once', () => {
    const range = { fromDate: '2026-03-01T00:00:00.000Z', toDate: '2026-03-01T23:59:59.999Z' }
    expect(exportName(range, NOW)).toBe('payments-2026-03-01.csv')
  })

  it.each([
    [{}],
    [{ fromDate: '2026-03-01T00:00:00.000Z' }],
    [{ toDate: '2026-03-01T00:00:00.000Z' }],
    // A range shorter than a day is named after the day of the export.
    [{ fromDate: '2026-03-01T14:00:00.000Z', toDate: '2026-03-01T16:00:00.000Z' }],
  ])('the name of an export of %j has the day of the export', (range) => {
    expect(exportName(range, NOW)).toBe('payments-2026-11-29.csv')
  })
})

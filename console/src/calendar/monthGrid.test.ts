import { expect, test } from 'vitest'
import { columnOf, monthGrid, monthOf, moveToMonth, shiftDay, shiftMonth } from './monthGrid.ts'

test('A month of four whole weeks has four rows', () => {
  const grid = monthGrid({ year: 2027, month: 2 })
  expect(grid).toHaveLength(4)
  expect(grid[0]?.[0]).toBe('2027-02-01')
  expect(grid[3]?.[6]).toBe('2027-02-28')
})

test('A month that begins on a Sunday has six rows, but no day of the neighbouring months', () => {
  const grid = monthGrid({ year: 2026, month: 11 })
  expect(grid).toHaveLength(6)
  expect(grid[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(grid[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(grid.flat().filter((day) => day !== null)).toHaveLength(30)
})

test('Months and days advance across year ends, and a 31st moves to a shorter month’s last day', () => {
  expect(shiftMonth({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
  expect(shiftMonth({ year: 2027, month: 1 }, -1)).toEqual({ year: 2026, month: 12 })
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
  expect(shiftDay('2027-01-01', -1)).toBe('2026-12-31')
  expect(moveToMonth('2027-01-31', { year: 2027, month: 2 })).toBe('2027-02-28')
  expect(monthOf('2027-02-28')).toEqual({ year: 2027, month: 2 })
  expect([columnOf('2026-11-23'), columnOf('2026-11-29')]).toEqual([0, 6])
})

import { expect, test } from 'vitest'
import { listPeriods } from './listPeriods.ts'

test.each([
  [
    new Date(2026, 10, 28, 13),
    '2026-11-23',
    '2026-11-01',
    '2026-11-28',
    '2026-10-01',
    '2026-10-31',
  ],
  [new Date(2026, 0, 1), '2025-12-29', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-31'],
  [new Date(2028, 1, 28), '2028-02-28', '2028-02-01', '2028-02-28', '2028-01-01', '2028-01-31'],
  [new Date(2028, 2, 5), '2028-02-28', '2028-03-01', '2028-03-05', '2028-02-01', '2028-02-29'],
  [
    new Date(2028, 2, 31, 23, 59),
    '2028-03-27',
    '2028-03-01',
    '2028-03-31',
    '2028-02-01',
    '2028-02-29',
  ],
])('The periods at %s', (now, week, month, today, lastMonth, lastDay) => {
  expect(listPeriods(now)).toEqual([
    { name: 'today', from: today, to: today },
    { name: 'week', from: week, to: today },
    { name: 'month', from: month, to: today },
    { name: 'lastMonth', from: lastMonth, to: lastDay },
  ])
})

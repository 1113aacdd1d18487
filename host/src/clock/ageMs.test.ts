import { expect, test } from 'vitest'
import { ageMs } from './ageMs.ts'

test('an age is never negative', () => {
  expect(ageMs(10_000, 4_000)).toBe(6_000)
  expect(ageMs(10_000, 11_000)).toBe(0)
})

test('a timestamp from a clock that was ahead has the maximum age', () => {
  expect(ageMs(10_000, 10_000 + 86_400_000)).toBe(Number.POSITIVE_INFINITY)
})

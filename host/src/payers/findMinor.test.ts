import { expect, it } from 'vitest'
import { findMinor } from './findMinor.ts'

it.each([
  ['on the 18th birthday', '2008-11-23', '2026-11-23T00:00:00.000Z', true],
  ['the day before it', '2008-11-23', '2026-11-22T23:59:59.999Z', false],
  ['at six years', '2020-05-01', '2026-11-23T12:00:00.000Z', false],
  ['born on a leap day, on 28 February', '2008-02-29', '2026-02-28T12:00:00.000Z', false],
  ['born on a leap day, on 1 March', '2008-02-29', '2026-03-01T00:00:00.000Z', true],
  ['on a leap day, born on 28 February', '2010-02-28', '2028-02-29T00:00:00.000Z', true],
])('A payer %s (born %s, at %s) is of age: %s', (_, dateOfBirth, at, isOfAge) => {
  expect(findMinor(dateOfBirth, new Date(at)) === null).toBe(isOfAge)
})

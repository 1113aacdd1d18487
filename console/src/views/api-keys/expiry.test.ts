import { expect, test } from 'vitest'
import { expiryMoment, readExpiry } from './expiry.ts'

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z')

test('expiryMoment returns the same time of day in UTC after the chosen number of days', () => {
  expect(expiryMoment('d30', NOW_MS)).toBe('2026-12-21T12:00:00.000Z')
  expect(expiryMoment('d90', NOW_MS)).toBe('2027-02-19T12:00:00.000Z')
  expect(expiryMoment('d365', NOW_MS)).toBe('2027-11-21T12:00:00.000Z')
  expect(expiryMoment('never', NOW_MS)).toBeNull()
})

test('readExpiry reads an unknown choice as never', () => {
  expect([readExpiry('d90'), readExpiry(''), readExpiry('d1')]).toEqual(['d90', 'never', 'never'])
})

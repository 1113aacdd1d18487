import { expect, test } from 'vitest'
import { checkDelayMs, giveUpAt, recheckAt } from './checkDelay.ts'

test.each([
  ['at first', 0, 1_000],
  ['after a clock change', -60_000, 1_000],
  ['after 8 s', 8_000, 1_000],
  ['after a minute', 60_000, 7_500],
  ['after 40 minutes', 40 * 60_000, 300_000],
  ['after a day', 24 * 3_600_000, 300_000],
])('a transfer is checked again %s (%i ms) in %i ms', (_, ageMs, delayMs) => {
  expect(checkDelayMs(ageMs)).toBe(delayMs)
})

test('checks of a transfer stop after a day', () => {
  expect(giveUpAt(new Date('2026-11-01T12:00:00.000Z'))).toBe('2026-11-02T12:00:00.000Z')
})

test('an abandoned transfer is checked every hour until a week after its report', () => {
  const givenUpMs = Date.parse('2026-11-02T12:00:00.000Z')
  const next = (now: string) => recheckAt(new Date(now), givenUpMs)
  expect(next('2026-11-02T12:00:01.000Z')).toBe('2026-11-02T13:00:01.000Z')
  expect(next('2026-11-08T11:00:00.000Z')).toBe('2026-11-08T12:00:00.000Z')
  expect(next('2026-11-08T11:00:00.001Z')).toBeNull()
})

import { expect, test } from 'vitest'
import { narrowOffset } from './narrowOffset.ts'

test('the first measurement uses its midpoint', () => {
  expect(narrowOffset(null, { serverMs: 1_000, sentMs: 100, receivedMs: 120 })).toBe(890)
})

test('a slow response that fits the known offset changes nothing', () => {
  expect(narrowOffset(890, { serverMs: 6_000, sentMs: 3_000, receivedMs: 8_000 })).toBe(890)
})

test('a known offset outside the possible range moves to the nearest possible one', () => {
  expect(narrowOffset(890, { serverMs: 2_000, sentMs: 1_100, receivedMs: 1_105 })).toBe(895)
  expect(narrowOffset(890, { serverMs: 2_000, sentMs: 1_120, receivedMs: 1_125 })).toBe(880)
})

test('a server whose clock was set a day ahead is followed immediately', () => {
  const dayMs = 86_400_000
  expect(narrowOffset(890, { serverMs: 1_000 + dayMs, sentMs: 100, receivedMs: 120 })).toBe(
    880 + dayMs,
  )
})

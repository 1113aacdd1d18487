import { expect, test } from 'vitest'
import { createSilenceWatch } from './createSilenceWatch.ts'

test('a value unchanged for long enough is silent, and a change restarts the timer', () => {
  let elapsedMs = 0
  const watch = createSilenceWatch(15_000, () => elapsedMs)
  const seesAfter = (ms: number, seen: string) => {
    elapsedMs += ms
    return watch.isSilent(seen)
  }
  expect(seesAfter(0, 'a')).toBe(false)
  expect(seesAfter(14_999, 'a')).toBe(false)
  expect(seesAfter(1, 'a')).toBe(true)
  expect(seesAfter(60_000, 'b')).toBe(false)
  expect(seesAfter(14_999, 'a')).toBe(false)
  expect(seesAfter(15_000, 'a')).toBe(true)
})

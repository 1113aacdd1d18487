import { expect, test } from 'vitest'
import { createJumpWatch } from './createJumpWatch.ts'

test("only a change of the machine's clock counts as a jump", () => {
  const clock = { wallMs: 1_000_000, elapsedMs: 0 }
  const watch = createJumpWatch(
    () => new Date(clock.wallMs),
    () => clock.elapsedMs,
  )
  clock.wallMs += 5_000
  clock.elapsedMs += 5_000
  expect(watch.check()).toBe(0)
  clock.wallMs -= 86_400_000
  expect(watch.check()).toBe(-86_400_000)
  expect(watch.check()).toBe(0)
})

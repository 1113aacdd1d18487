import { expect, test } from 'vitest'
import type { Clock } from '../clock/clock.ts'
import { restAfterJump } from './restAfterJump.ts'

function createClock(hasJustJumped: () => boolean): Clock {
  return {
    now: () => new Date(0),
    isShared: true,
    standing: () => ({ source: 'database', skewMs: 0 }),
    jumps: () => 0,
    hasJustJumped,
    [Symbol.asyncDispose]: async () => {},
  }
}

test('a job that deletes by age pauses after a clock jump, and runs again later', async () => {
  let hasJumped = true
  let runs = 0
  const run = restAfterJump({ clock: createClock(() => hasJumped) }, async () => {
    runs += 1
    return { more: true }
  })
  expect(await run()).toEqual({ more: false })
  expect(runs).toBe(0)
  hasJumped = false
  expect(await run()).toEqual({ more: true })
})

test('a job always runs if the time is injected, because no clock can jump', async () => {
  expect(await restAfterJump({}, async () => ({ more: true }))()).toEqual({ more: true })
})

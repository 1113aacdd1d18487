import { expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { openMachineClock } from './openMachineClock.ts'

const DAY_MS = 86_400_000

test('a clock jump marks the clock as doubtful before any deletion by age', async () => {
  let wallMs = Date.UTC(2026, 0, 1)
  const log = createLogger('fatal', { write: () => {} })
  const random = (bytes: number) => new Uint8Array(bytes)
  await using clock = openMachineClock({ log, random, wallClock: () => new Date(wallMs) })
  expect(clock.hasJustJumped()).toBe(false)
  wallMs += DAY_MS
  expect(clock.hasJustJumped()).toBe(true)
})

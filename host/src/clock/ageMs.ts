import { SLACK_MS } from './clock.ts'

/**
 * Returns a record's age in milliseconds; never negative. A record from the future was written by a clock that was ahead, so it
 * counts as older than any wait.
 */
export function ageMs(nowMs: number, sinceMs: number): number {
  const age = nowMs - sinceMs
  return age < -SLACK_MS ? Number.POSITIVE_INFINITY : Math.max(0, age)
}

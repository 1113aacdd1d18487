import { SLACK_MS } from './clock.ts'

/**
 * How long ago something was noted, in milliseconds; never negative. What was noted in the future was noted by a clock that was ahead, so
 * it counts as longer ago than anything is waited for.
 */
export function ageMs(nowMs: number, sinceMs: number): number {
  const age = nowMs - sinceMs
  return age < -SLACK_MS ? Number.POSITIVE_INFINITY : Math.max(0, age)
}

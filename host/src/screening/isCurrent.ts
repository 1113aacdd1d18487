import { SLACK_MS } from '../clock/clock.ts'
import type { Screening } from './screener.ts'

/** Returns whether a decision is still valid. A time in the future comes from a clock that was ahead. */
export function isCurrent(
  { screenedAt, expiresAt }: Pick<Screening, 'screenedAt' | 'expiresAt'>,
  now: Date,
): boolean {
  const latest = new Date(now.getTime() + SLACK_MS).toISOString()
  return screenedAt <= latest && expiresAt > now.toISOString()
}

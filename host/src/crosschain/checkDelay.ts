/** A bridge needs seconds, so a young transfer is checked often. */
const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 5 * 60_000
/** The interval grows with the age: a change is reported at most an eighth later than possible. */
const AGE_DIVISOR = 8

/** The delay before a transfer of an age is checked again, both in milliseconds. */
export function checkDelayMs(ageMs: number): number {
  return Math.min(Math.max(Math.round(ageMs / AGE_DIVISOR), MIN_DELAY_MS), MAX_DELAY_MS)
}

const HOUR_MS = 3_600_000
/** A transfer whose outcome the bridge has not reported by then is given up. */
const PATIENCE_MS = 24 * HOUR_MS

/** When a transfer that is followed from now on is given up, ISO 8601 UTC. */
export function giveUpAt(now: Date): string {
  return new Date(now.getTime() + PATIENCE_MS).toISOString()
}

/** The interval at which a transfer that was given up is checked; nothing is delayed for longer. */
export const RECHECK_MS = HOUR_MS
/** The time for which this continues: until a week after the report. */
const AFTERCARE_MS = 6 * 24 * HOUR_MS

/**
 * The time at which a transfer that was given up is checked again, ISO 8601 UTC; null: never, unless it is reported
 * once more.
 */
export function recheckAt(now: Date, giveUpAtMs: number): string | null {
  const nextMs = now.getTime() + RECHECK_MS
  return nextMs <= giveUpAtMs + AFTERCARE_MS ? new Date(nextMs).toISOString() : null
}

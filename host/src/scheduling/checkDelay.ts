/** A bridge usually delivers within seconds, so a young transfer is checked often. */
const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 5 * 60_000
/** The interval grows with the age, so a change is reported at most an eighth later than possible. */
const AGE_DIVISOR = 8

/** Returns the delay until a transfer's next check, by its age, both in milliseconds. */
export function checkDelayMs(ageMs: number): number {
  return Math.min(Math.max(Math.round(ageMs / AGE_DIVISOR), MIN_DELAY_MS), MAX_DELAY_MS)
}

const HOUR_MS = 3_600_000
/** A transfer of this age without a reported outcome is given up. */
const PATIENCE_MS = 24 * HOUR_MS

/** Returns the time at which the host gives up a transfer that it tracks from now on, in ISO 8601 UTC. */
export function giveUpAt(now: Date): string {
  return new Date(now.getTime() + PATIENCE_MS).toISOString()
}

/** The interval between checks on an abandoned transfer; no check is delayed for longer. */
export const RECHECK_MS = HOUR_MS
/** These checks continue until a week after the report. */
const AFTERCARE_MS = 6 * 24 * HOUR_MS

/**
 * Returns the time at which an abandoned transfer is checked again, in ISO 8601 UTC. Null if only a new report leads to another check.
 */
export function recheckAt(now: Date, giveUpAtMs: number): string | null {
  const nextMs = now.getTime() + RECHECK_MS
  return nextMs <= giveUpAtMs + AFTERCARE_MS ? new Date(nextMs).toISOString() : null
}

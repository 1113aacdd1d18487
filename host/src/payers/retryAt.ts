import { checkDelayMs } from '../scheduling/checkDelay.ts'

/**
 * The time for which the job skips a record whose call is still running; the call's deadline is shorter.
 */
const IN_LINE_MS = 10_000

/** Returns the time at which the job handles a record that was just stored and is already being sent to the provider. */
export function afterInLine(now: Date): string {
  return new Date(now.getTime() + IN_LINE_MS).toISOString()
}

/**
 * Returns the time of the next attempt after a provider could not be reached. The first retries follow soon; the delay grows with
 * the time since `since`.
 */
export function retryAt(now: Date, since: string): string {
  return new Date(now.getTime() + checkDelayMs(now.getTime() - Date.parse(since))).toISOString()
}

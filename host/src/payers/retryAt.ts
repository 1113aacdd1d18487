import { checkDelayMs } from '../crosschain/checkDelay.ts'

/**
 * The time for which the job does not touch a record whose call is still running; the deadline of the call is shorter.
 */
const IN_LINE_MS = 10_000

/** The time at which the job handles a record that was just stored, and is already being sent to the provider. */
export function afterInLine(now: Date): string {
  return new Date(now.getTime() + IN_LINE_MS).toISOString()
}

/**
 * The next try after a provider could not be reached: soon at first, and later the longer it has lasted since `since`.
 */
export function retryAt(now: Date, since: string): string {
  return new Date(now.getTime() + checkDelayMs(now.getTime() - Date.parse(since))).toISOString()
}

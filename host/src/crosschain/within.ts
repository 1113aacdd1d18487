import { setTimeout as delay } from 'node:timers/promises'

/** The time that a payer waits for one chain or one quote among many; the response omits later results. */
export const PART_DEADLINE_MS = 1_500

/** Returns a promise's value if it resolves within `deadlineMs`, otherwise null. A later rejection of the promise is ignored. */
export async function within<T>(promise: Promise<T>, deadlineMs: number): Promise<T | null> {
  const timer = new AbortController()
  try {
    return await Promise.race([promise, delay(deadlineMs, null, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

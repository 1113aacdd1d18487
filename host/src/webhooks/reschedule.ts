/**
 * The pauses before each attempt after the first: 13 attempts over about 76 hours. Existing receivers rely on the three short pauses at the
 * beginning.
 */
export const RETRY_STEPS_MS: readonly number[] = [
  1_000,
  5_000,
  15_000,
  60_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
  20 * 3_600_000,
  24 * 3_600_000,
]

/** The maximum share of a step that jitter adds. */
const JITTER = 0.2
/** `Retry-After` may stretch a step to at most this multiple. */
const MAX_STRETCH = 2

/** The outcome of one attempt. `status: null` means that no complete response arrived. */
export type TryOutcome = { status: number | null; retryAfter: string | null }

/** The next step of a delivery after an attempt. */
export type NextStep =
  | { kind: 'delivered' }
  | { kind: 'retry'; dueAtMs: number }
  /** The schedule is exhausted. */
  | { kind: 'dead' }
  /** The receiver is permanently gone, so its endpoint must be disabled. */
  | { kind: 'gone' }

/**
 * Decides the step after attempt number `attempt` (from 0) of a run of the schedule. 2xx is a success, and 410 disables
 * the endpoint. All other responses, including redirects and other 4xx, are retried on the schedule. `randomUnit` in
 * [0, 1) sets the jitter.
 */
export function reschedule(
  attempt: number,
  outcome: TryOutcome,
  clock: { nowMs: number; randomUnit: number },
): NextStep {
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
    return { kind: 'delivered' }
  }
  if (outcome.status === 410) return { kind: 'gone' }
  const stepMs = RETRY_STEPS_MS[attempt]
  if (stepMs === undefined) return { kind: 'dead' }
  const askedMs = parseRetryAfter(outcome.retryAfter, clock.nowMs)
  const restMs = Math.min(Math.max(stepMs, askedMs ?? 0), stepMs * MAX_STRETCH)
  return {
    kind: 'retry',
    dueAtMs: clock.nowMs + Math.round(restMs * (1 + clock.randomUnit * JITTER)),
  }
}

/** Returns the maximum pause after a number of failed attempts of one run: the step with maximum `Retry-After` and jitter. */
export function longestRestMs(failures: number): number {
  return (RETRY_STEPS_MS[failures - 1] ?? 0) * MAX_STRETCH * (1 + JITTER)
}

/** Reads seconds or an HTTP date (RFC 9110 10.2.3) as a pause in milliseconds; `null` if absent or malformed. */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  // Date.parse accepts too much: it even parses "-1".
  const dateMs = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs)
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

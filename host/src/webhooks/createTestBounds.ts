import { BaseError } from '@secure-payment/core'

/**
 * The maximum number of concurrent test deliveries per merchant and host; it equals a merchant's maximum number of endpoints.
 */
const MAX_AT_A_TIME = 100
/**
 * The maximum number of test deliveries per merchant and period, because the host stores each one like any other delivery.
 */
const WINDOWS = [
  { windowMs: 60_000, limit: 300, per: 'in a minute' },
  { windowMs: 86_400_000, limit: 3_000, per: 'in a day' },
] as const
/** The maximum duration of a test delivery's call, after which the delivery no longer counts. */
const AT_A_TIME_RETRY_S = 20

/** The merchant has reached its limit of concurrent test deliveries, or the limit per minute or day. */
export class TooManyTestsError extends BaseError {
  readonly code = 'too_many_tests'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number

  constructor(facts: { limit: number; per: string; retryAfterS: number }) {
    const { limit, per, retryAfterS } = facts
    super(`At most ${limit} test events are sent for one merchant ${per}, one for each endpoint.`, {
      hint: `Try again in ${retryAfterS} s.`,
      retryable: true,
    })
    this.retryAfterS = retryAfterS
  }
}

/** Counts a merchant's test deliveries on this host; the returned function reports that they have ended. */
export type TestBounds = (facts: { tenantId: string; count: number; nowMs: number }) => () => void

/**
 * Creates the bounds, with a count of zero. `nowMs` is from a monotonic clock.
 *
 * @throws TooManyTestsError from the function that it returns
 */
export function createTestBounds(): TestBounds {
  const waiting = new Map<string, number>()
  const windows = WINDOWS.map((bound) => ({ ...bound, sent: new Map<string, Sent>() }))
  return ({ tenantId, count, nowMs }) => {
    const now = waiting.get(tenantId) ?? 0
    if (now + count > MAX_AT_A_TIME) {
      const retryAfterS = AT_A_TIME_RETRY_S
      throw new TooManyTestsError({ limit: MAX_AT_A_TIME, per: 'at a time', retryAfterS })
    }
    const counted = windows.map(({ windowMs, limit, per, sent }) => {
      forgetOld(sent, nowMs - windowMs)
      const window = sent.get(tenantId) ?? { sinceMs: nowMs, count: 0 }
      if (window.count + count > limit) {
        const retryAfterS = Math.ceil((window.sinceMs + windowMs - nowMs) / 1_000)
        throw new TooManyTestsError({ limit, per, retryAfterS })
      }
      return { sent, window: { ...window, count: window.count + count } }
    })
    for (const { sent, window } of counted) sent.set(tenantId, window)
    waiting.set(tenantId, now + count)
    return () => {
      const left = (waiting.get(tenantId) ?? 0) - count
      if (left > 0) waiting.set(tenantId, left)
      else waiting.delete(tenantId)
    }
  }
}

/** One merchant's test deliveries in the current window. */
type Sent = { sinceMs: number; count: number }

/** Windows are in the order of their start, so the first window that is still open ends the search. */
function forgetOld(sent: Map<string, Sent>, overMs: number): void {
  for (const [tenantId, { sinceMs }] of sent) {
    if (sinceMs > overMs) return
    sent.delete(tenantId)
  }
}

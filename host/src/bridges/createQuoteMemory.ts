import { LRUCache } from 'lru-cache'
import type { BridgeQuote } from './bridge.ts'

/** A quote that is requested twice within this time is reused: prices change more slowly, and a payer reads the options before paying. */
export const REUSE_MS = 10_000
/** A returned quote must have at least `1 / LEAST_LEFT` of its lifetime left. */
const LEAST_LEFT = 3
/** The maximum number of stored quotes, of some kilobytes each. */
const MAX_QUOTES = 500

/** The quotes of the last few seconds. */
export type QuoteMemory = {
  /** Returns the stored or pending result for this key, otherwise a new one from `ask`; null without a route. Failures are not cached. */
  get(key: string, ask: () => Promise<BridgeQuote | null>): Promise<BridgeQuote | null>
}

/** Opens an empty memory. `lifetimeMs` is the time from the bridge's response to the quote's `expiresAt`. */
export function createQuoteMemory(options: { now: () => Date; lifetimeMs: number }): QuoteMemory {
  const { now, lifetimeMs } = options
  const known = new LRUCache<string, Known>({ max: MAX_QUOTES })

  function isFresh({ answer, answeredAtMs }: Known): boolean {
    // A pending quote will be as fresh as a new one.
    if (answeredAtMs === null) return true
    const nowMs = now().getTime()
    const ageMs = nowMs - answeredAtMs
    // A clock that was set back must not extend a quote's lifetime.
    if (ageMs < 0 || ageMs >= REUSE_MS) return false
    if (answer === null) return true
    return (answer.expiresAt.getTime() - nowMs) * LEAST_LEFT >= lifetimeMs
  }

  return {
    async get(key, ask) {
      const remembered = known.get(key)
      if (remembered !== undefined && isFresh(remembered)) return remembered.promise
      const entry: Known = { promise: ask(), answer: null, answeredAtMs: null }
      known.set(key, entry)
      try {
        entry.answer = await entry.promise
        entry.answeredAtMs = now().getTime()
        return entry.answer
      } catch (error) {
        if (known.get(key) === entry) known.delete(key)
        throw error
      }
    },
  }
}

/** `answeredAtMs` is null while the response is pending. */
type Known = {
  promise: Promise<BridgeQuote | null>
  answer: BridgeQuote | null
  answeredAtMs: number | null
}

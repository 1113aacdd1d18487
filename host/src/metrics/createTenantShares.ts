/** The largest shares of a host's calls by merchant, for a label with few values. */
export type TenantShares = {
  /** Counts a call; calls without a merchant count as one caller. */
  count(tenantId: string | null): void
  /** Returns the number of calls per rank, largest first, since the start of the last full interval. */
  largest(): readonly number[]
}

/** The maximum number of merchants whose calls are reported. */
export const RANKS = 5
/** Calls are counted over this time, and over the interval before it. */
const INTERVAL_MS = 60_000
/** The maximum number of merchants that are counted separately per interval; far fewer call a host within a minute. */
const MAX_TENANTS = 10_000

/** Creates an empty count. `nowMs` is a monotonic clock. */
export function createTenantShares(nowMs: () => number = () => performance.now()): TenantShares {
  let startedMs = nowMs()
  let current = new Map<string, number>()
  let last = new Map<string, number>()

  function turn(): void {
    const ageMs = nowMs() - startedMs
    if (ageMs < INTERVAL_MS) return
    last = ageMs < 2 * INTERVAL_MS ? current : new Map()
    current = new Map()
    startedMs = nowMs()
  }

  return {
    count(tenantId) {
      turn()
      const key = tenantId ?? NO_TENANT
      const known = current.get(key)
      if (known === undefined && current.size >= MAX_TENANTS) return
      current.set(key, (known ?? 0) + 1)
    },
    largest() {
      turn()
      const both = new Map(last)
      for (const [key, calls] of current) both.set(key, (both.get(key) ?? 0) + calls)
      return [...both.values()].sort((a, b) => b - a).slice(0, RANKS)
    },
  }
}

/** No merchant has this id. */
const NO_TENANT = ''

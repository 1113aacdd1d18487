/** The limit for the holder of one key, over all hosts together. */
export type Policy = {
  /** Names the policy in headers and in the rows that count: letters, digits and hyphens. */
  name: string
  /** Calls in any {@link WINDOW_MS}; 0 = no limit. */
  limit: number
  /** Without the database nothing is allowed, rather than counted by each host alone. */
  isStrict: boolean
}

/** All limits are for a minute, at any starting point. */
export const WINDOW_MS = 60_000

/** Share of a limit that one host draws at a time, so that not every call needs the database. */
const DRAWN_SHARE = 0.04

/**
 * The maximum number of permits that a host holds for future calls: none for small limits, which are counted one by
 * one.
 */
export function permitsAhead(policy: Policy): number {
  return Math.floor(policy.limit * DRAWN_SHARE)
}

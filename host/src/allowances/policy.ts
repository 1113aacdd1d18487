/** The limit for the holder of one key, over all hosts together. */
export type Policy = {
  /** The policy's name in headers and in rows: letters, digits and hyphens. */
  name: string
  /** Calls in any {@link WINDOW_MS}; 0 for no limit. */
  limit: number
  /** Whether the host rejects all calls while the database fails, instead of counting locally. */
  isStrict: boolean
}

/** Every limit applies to any period of one minute. */
export const WINDOW_MS = 60_000

/** The share of a limit that one host draws at a time, so that not every call needs the database. */
const DRAWN_SHARE = 0.04

/** Returns the maximum number of permits that a host holds for future calls; 0 for small limits, whose calls are counted one by one. */
export function permitsAhead(policy: Policy): number {
  return Math.floor(policy.limit * DRAWN_SHARE)
}

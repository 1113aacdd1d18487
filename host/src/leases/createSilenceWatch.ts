/** Detects whether a value has stopped changing, by a monotonic clock. */
export type SilenceWatch = {
  /** Records the current value; returns true if all checks in the last `silentAfterMs` have found the same value. */
  isSilent(seen: string): boolean
}

/** Creates a watch that has recorded no value. `elapsedMs` is a monotonic clock. */
export function createSilenceWatch(
  silentAfterMs: number,
  elapsedMs: () => number = () => performance.now(),
): SilenceWatch {
  let last: string | null = null
  let sinceMs = 0
  return {
    isSilent(seen) {
      const atMs = elapsedMs()
      if (seen !== last) {
        last = seen
        sinceMs = atMs
      }
      return atMs - sinceMs >= silentAfterMs
    },
  }
}

/** Decides from its observations and a monotonic clock whether a value has stopped changing. */
export type SilenceWatch = {
  /** Records the current value; returns true if every check over a sufficient time has found the same value. */
  isSilent(seen: string): boolean
}

/** Creates a watch without observations. `elapsedMs` is a monotonic clock. */
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

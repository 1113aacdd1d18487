/** Judges by what it sees, and by a clock that cannot be set, whether something has stopped changing. */
export type SilenceWatch = {
  /** Notes what is seen now; true when every look for long enough has seen just that. */
  isSilent(seen: string): boolean
}

/** Creates a watch that has seen nothing yet. `elapsedMs` is a monotonic clock. */
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

/** Judges by its observations, and by a clock that cannot be set, whether a value has stopped changing. */
export type SilenceWatch = {
  /** Notes the present value; true when every check for long enough has found the same one. */
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

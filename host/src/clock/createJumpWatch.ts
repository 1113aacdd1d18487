/** Compares the machine's clock with a monotonic clock. */
export type JumpWatch = {
  /**
   * Milliseconds by which the machine's clock was moved since the last check; a suspension of the machine looks like a
   * jump.
   */
  check(): number
}

/** Creates a watch that starts now. `elapsedMs` is a monotonic clock. */
export function createJumpWatch(
  wallClock: () => Date,
  elapsedMs: () => number = () => performance.now(),
): JumpWatch {
  const read = () => wallClock().getTime() - elapsedMs()
  let last = read()
  return {
    check() {
      const before = last
      last = read()
      return last - before
    },
  }
}

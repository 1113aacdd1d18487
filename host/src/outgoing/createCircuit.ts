/** The number of consecutive failures after which the circuit opens. */
export const FAILURES_TO_OPEN = 5
/** The time for which the circuit stays open. */
export const OPEN_MS = 30_000

/** Protects a failing service from further calls, and spares callers the wait. */
export type Circuit = {
  /**
   * Returns a permit for one call, whose outcome the caller must report; null while the circuit is open or a probe runs.
   */
  enter(): Permit | null
}

/** A permit for one call; only the first report of the call's outcome counts. */
export type Permit = { succeeded(): void; failed(): void }

/**
 * Opens after {@link FAILURES_TO_OPEN} failures in a row. After {@link OPEN_MS}, one call probes the service. Success closes the circuit;
 * failure opens it for the same time again.
 */
export function createCircuit(options: {
  nowMs: () => number
  onOpen: (failures: number) => void
  onClose: () => void
}): Circuit {
  let failures = 0
  /** Null while the circuit is closed. */
  let openedAtMs: number | null = null
  let probe: Permit | null = null

  function open(): void {
    openedAtMs = options.nowMs()
    options.onOpen(failures)
  }

  function issue(): Permit {
    let isOver = false
    const permit: Permit = {
      succeeded() {
        if (isOver) return
        isOver = true
        const isProbe = probe === permit
        // A call that began before the circuit opened proves nothing about the current state.
        if (openedAtMs !== null && !isProbe) return
        failures = 0
        if (!isProbe) return
        probe = null
        openedAtMs = null
        options.onClose()
      },
      failed() {
        if (isOver) return
        isOver = true
        if (openedAtMs !== null && probe !== permit) return
        probe = null
        failures += 1
        if (openedAtMs !== null || failures >= FAILURES_TO_OPEN) open()
      },
    }
    return permit
  }

  return {
    enter() {
      if (openedAtMs === null) return issue()
      const restedMs = options.nowMs() - openedAtMs
      // A clock that was set back must not keep the circuit open for longer.
      const isRested = restedMs < 0 || restedMs >= OPEN_MS
      if (!isRested || probe !== null) return null
      probe = issue()
      return probe
    },
  }
}

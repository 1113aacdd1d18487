/** The limit of concurrent attempts per endpoint: its first, highest and lowest value. */
const FIRST_LIMIT = 16
const MAX_LIMIT = 384
const MIN_LIMIT = 1
/** The response time from which more concurrent attempts would only wait longer. */
export const SLOW_MS = 1_000
/** The share of an endpoint's limit that must be free before the next claim. */
const WORTH_FILLING = 0.5
/** The maximum number of remembered endpoints; beyond it, the endpoint that was idle longest starts with the first limit again. */
const MAX_REMEMBERED = 10_000

/**
 * Adapts the maximum number of concurrent attempts per endpoint: one more after each quick success, half after a failure. A slow success
 * halves the limit too, while the limit exceeds its first value. An endpoint that never responds, so that each attempt lasts until the
 * deadline, soon has a limit of one. Such an endpoint therefore cannot use up the host's slots.
 */
export type EndpointLimits = {
  /**
   * The number of slots to fill now. The number is zero while only a few of many slots are free, because each small claim costs a commit.
   */
  free(endpointId: string): number
  /** The number of attempts in flight. */
  inFlight(endpointId: string): number
  /** Returns the endpoints that have no slots to fill now. */
  full(): readonly string[]
  started(endpointId: string): void
  ended(endpointId: string, outcome: { isSuccess: boolean; durationMs: number }): void
}

/** Creates the limits, which remember no endpoint yet. */
export function createEndpointLimits(): EndpointLimits {
  const states = new Map<string, { limit: number; inFlight: number }>()
  /** The endpoints with attempts in flight and too few free slots to fill. */
  const full = new Set<string>()
  const stateOf = (endpointId: string) => {
    const state = states.get(endpointId) ?? { limit: FIRST_LIMIT, inFlight: 0 }
    // The entry is set again to keep the map in order of use.
    states.delete(endpointId)
    states.set(endpointId, state)
    if (states.size > MAX_REMEMBERED) forgetOldestIdle(states)
    return state
  }
  const freeOf = ({ limit, inFlight }: { limit: number; inFlight: number }) => {
    const free = limit - inFlight
    return free >= limit * WORTH_FILLING ? free : 0
  }
  const note = (endpointId: string, state: { limit: number; inFlight: number }) => {
    if (freeOf(state) === 0) full.add(endpointId)
    else full.delete(endpointId)
  }
  return {
    free(endpointId) {
      const state = states.get(endpointId)
      return state === undefined ? FIRST_LIMIT : freeOf(state)
    },
    inFlight: (endpointId) => states.get(endpointId)?.inFlight ?? 0,
    full: () => [...full],
    started(endpointId) {
      const state = stateOf(endpointId)
      state.inFlight += 1
      note(endpointId, state)
    },
    ended(endpointId, { isSuccess, durationMs }) {
      const state = states.get(endpointId) ?? stateOf(endpointId)
      state.inFlight -= 1
      if (isSuccess && durationMs < SLOW_MS) state.limit = Math.min(state.limit + 1, MAX_LIMIT)
      else if (!isSuccess || state.limit > FIRST_LIMIT) {
        state.limit = Math.max(Math.floor(state.limit / 2), MIN_LIMIT)
      }
      note(endpointId, state)
    },
  }
}

function forgetOldestIdle(states: Map<string, { inFlight: number }>): void {
  for (const [endpointId, { inFlight }] of states) {
    if (inFlight > 0) continue
    states.delete(endpointId)
    return
  }
}

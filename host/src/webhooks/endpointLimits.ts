/** Tries that may be in flight to one endpoint at first, at most, and while it fails. */
const FIRST_LIMIT = 16
const MAX_LIMIT = 64
const MIN_LIMIT = 1
/** Endpoints remembered; beyond, the longest idle one starts anew. */
const MAX_REMEMBERED = 10_000

/**
 * How many tries may be in flight to each endpoint of this host: one more after a success, half after a failure. A dead
 * endpoint, whose tries last to the deadline, is soon down to one, so it cannot use up the host's slots.
 */
export type EndpointLimits = {
  free(endpointId: string): number
  started(endpointId: string): void
  ended(endpointId: string, isSuccess: boolean): void
}

/** Creates the limits, empty. */
export function createEndpointLimits(): EndpointLimits {
  const states = new Map<string, { limit: number; inFlight: number }>()
  const stateOf = (endpointId: string) => {
    const state = states.get(endpointId) ?? { limit: FIRST_LIMIT, inFlight: 0 }
    // Set anew to keep the map in order of use.
    states.delete(endpointId)
    states.set(endpointId, state)
    if (states.size > MAX_REMEMBERED) forgetOldestIdle(states)
    return state
  }
  return {
    free(endpointId) {
      const state = states.get(endpointId)
      return state === undefined ? FIRST_LIMIT : Math.max(0, state.limit - state.inFlight)
    },
    started(endpointId) {
      stateOf(endpointId).inFlight += 1
    },
    ended(endpointId, isSuccess) {
      const state = stateOf(endpointId)
      state.inFlight -= 1
      state.limit = isSuccess
        ? Math.min(state.limit + 1, MAX_LIMIT)
        : Math.max(Math.floor(state.limit / 2), MIN_LIMIT)
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

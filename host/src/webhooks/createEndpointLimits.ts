/** Tries that may be in flight to one endpoint at first, at most, and while it fails. */
const FIRST_LIMIT = 16
const MAX_LIMIT = 384
const MIN_LIMIT = 1
/** A response after a longer time shows that more concurrent tries would only wait longer. */
export const SLOW_MS = 1_000
/** Part of the limit that has to be free before it is filled again. */
const WORTH_FILLING = 0.5
/** Endpoints remembered; beyond this number, the longest idle one starts from the beginning. */
const MAX_REMEMBERED = 10_000

/**
 * The number of tries that may be in flight to each endpoint of this host: one more after each quick success, half
 * after a slow one or a failure. A dead endpoint, whose tries last to the deadline, is soon down to one, so it cannot
 * use up the host's slots.
 */
export type EndpointLimits = {
  /** Slots to fill now. None while only a few of many are free: claims in small pieces cost a commit each. */
  free(endpointId: string): number
  /** Tries in flight. */
  inFlight(endpointId: string): number
  /** The endpoints of which none is to be filled now. */
  full(): readonly string[]
  started(endpointId: string): void
  ended(endpointId: string, outcome: { isSuccess: boolean; durationMs: number }): void
}

/** Creates the limits, empty. */
export function createEndpointLimits(): EndpointLimits {
  const states = new Map<string, { limit: number; inFlight: number }>()
  /** Those that have tries in flight, and no room that is worth filling. */
  const full = new Set<string>()
  const stateOf = (endpointId: string) => {
    const state = states.get(endpointId) ?? { limit: FIRST_LIMIT, inFlight: 0 }
    // Set again to keep the map in order of use.
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

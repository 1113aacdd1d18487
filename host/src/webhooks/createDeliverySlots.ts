import { LRUCache } from 'lru-cache'
import { createEndpointLimits, SLOW_MS } from './createEndpointLimits.ts'

/** Tries that one host has in flight at most: its slots. */
const MAX_IN_FLIGHT = 1_024
/** Of them, those that receivers hold which are slow, or not proved quick. The rest is for quick ones alone. */
const MAX_SLOW = 512
/** What an endpoint may hold of the slow slots, next to those that its merchant may still take. */
const ENDPOINT_SHARE = 0.25
/** Slow slots that a merchant may hold however many others do, while more than so many slots are left. */
const FIRST_SLOW = 4
const SPARE = 64
/** Part of an endpoint's tries that may be slow while it counts as quick; the last ones weigh most. */
const QUICK_BELOW = 0.5
const WEIGHT = 0.25
/** Deliveries, and endpoints, of one claim: one statement per endpoint. Slow ones are few at a time, as quick ones wait meanwhile. */
const MAX_CLAIMS = 256
const MAX_QUICK_A_CLAIM = 64
const MAX_SLOW_A_CLAIM = 8
/** Endpoints remembered; beyond, the longest unused one counts as new. */
const MAX_REMEMBERED = 10_000
/** Quick endpoints that one look for due deliveries names. */
const MAX_NAMED = 1_000

/** An endpoint with due deliveries. */
export type DueEndpoint = { endpointId: string; tenantId: string }

/** What a look for due deliveries leaves out, because nothing of it may be sent now. */
export type FullPlaces = {
  tenants: readonly string[]
  /** Tenants of which only the endpoints in `quickEndpoints` may be sent to. */
  slowTenants: readonly string[]
  quickEndpoints: readonly string[]
  endpoints: readonly string[]
}

/** A slot that a try holds. */
export type Slot = {
  /** The try has lasted for {@link SLOW_MS}: it counts as slow from now on. */
  age(): void
  end(outcome: { isSuccess: boolean; durationMs: number }): void
}

/**
 * Shares one host's slots among merchants and their endpoints, so that receivers which hold their tries for long delay
 * nobody else's.
 *
 * - A merchant holds no more slots than are left: however many want all, some are left for the next.
 * - Receivers that take a second or more, and those that have not proved otherwise, share half of the slots; of these a
 *   merchant holds no more than are left, or four: whoever has a new receiver need not wait for slow ones. An endpoint holds at most a
 *   quarter of what its merchant may still take.
 * - An endpoint holds what `createEndpointLimits` allows.
 */
export type DeliverySlots = {
  full(): FullPlaces
  /**
   * Shares what is free among due endpoints, in turn by merchant, and then by the time since each was served: what to claim for
   * quick ones, and after it for the others.
   */
  share(due: readonly DueEndpoint[]): { quick: Share[]; slow: Share[] }
  start(endpoint: DueEndpoint): Slot
  /** Nothing of an endpoint could be claimed, as what is due waits for an earlier event: it is the turn of others. */
  passOver(endpoint: DueEndpoint): void
  /** Whether the end of a try to this endpoint makes room that is worth a look for due deliveries. */
  isWorthFilling(endpointId: string): boolean
}

/** How many deliveries of an endpoint to claim. */
export type Share = DueEndpoint & { limit: number }

type Held = { all: number; slow: number }
/** `slowness`: the weighted part of tries that were slow; 1 until proved otherwise. */
type Endpoint = { slowness: number; servedAt: number }

/** Creates the slots, all free. */
export function createDeliverySlots(): DeliverySlots {
  const limits = createEndpointLimits()
  const endpoints = new LRUCache<string, Endpoint & DueEndpoint>({ max: MAX_REMEMBERED })
  const tenants = new Map<string, Held>()
  const total: Held = { all: 0, slow: 0 }
  let servings = 0

  const heldBy = (tenantId: string) => tenants.get(tenantId) ?? { all: 0, slow: 0 }
  const isQuick = (endpointId: string) => (endpoints.peek(endpointId)?.slowness ?? 1) < QUICK_BELOW
  const hasRoom = (held: Held) => held.all < Math.max(MAX_IN_FLIGHT - total.all, 0)
  /** What a merchant that holds so many slow slots may still take of them. */
  const slowRoom = ({ slow }: Held) => {
    const first = MAX_IN_FLIGHT - total.all > SPARE ? FIRST_SLOW : 0
    return Math.max(MAX_SLOW - total.slow, first) - slow
  }
  const hasSlowRoom = (held: Held) => slowRoom(held) > 0

  function count(tenantId: string, { all, slow }: Held): void {
    const held = heldBy(tenantId)
    const next = { all: held.all + all, slow: held.slow + slow }
    if (next.all === 0) tenants.delete(tenantId)
    else tenants.set(tenantId, next)
    total.all += all
    total.slow += slow
  }

  function takeTurn({ endpointId, tenantId }: DueEndpoint): void {
    servings += 1
    const known = endpoints.get(endpointId) ?? { slowness: 1 }
    endpoints.set(endpointId, { ...known, endpointId, tenantId, servedAt: servings })
  }

  function measure({ endpointId, tenantId }: DueEndpoint, isSlow: boolean): void {
    const known = endpoints.get(endpointId) ?? { slowness: 1, servedAt: 0 }
    const slowness = known.slowness * (1 - WEIGHT) + (isSlow ? WEIGHT : 0)
    endpoints.set(endpointId, { ...known, slowness, endpointId, tenantId })
  }

  /** One more for each in turn, until nothing is free or nobody wants more; what it grants is counted as held. */
  function grant(
    wanting: readonly DueEndpoint[],
    { isSlow, most }: { isSlow: boolean; most: number },
  ): Share[] {
    const granted = new Map<string, Share>()
    let left = MAX_CLAIMS
    let asking = wanting
    while (asking.length > 0 && left > 0) {
      // What has met a bound meets it again: nothing becomes free here.
      asking = asking.filter(({ endpointId, tenantId }) => {
        const limit = granted.get(endpointId)?.limit ?? 0
        if (left === 0 || (limit === 0 && granted.size === most)) return false
        if (limit >= limits.free(endpointId) || !hasRoom(heldBy(tenantId))) return false
        const inFlight = limits.inFlight(endpointId) + limit
        if (isSlow && inFlight >= slowRoom(heldBy(tenantId)) * ENDPOINT_SHARE) return false
        count(tenantId, { all: 1, slow: isSlow ? 1 : 0 })
        granted.set(endpointId, { endpointId, tenantId, limit: limit + 1 })
        left -= 1
        return true
      })
    }
    return [...granted.values()]
  }

  return {
    full() {
      const held = [...tenants]
      const slowTenants = held.filter(([, one]) => hasRoom(one) && !hasSlowRoom(one)).map(idOf)
      const slow = new Set(slowTenants)
      const known = slow.size === 0 ? [] : [...endpoints.values()]
      return {
        tenants: held.filter(([, one]) => !hasRoom(one)).map(idOf),
        slowTenants,
        quickEndpoints: known
          .filter((one) => slow.has(one.tenantId) && isQuick(one.endpointId))
          .slice(0, MAX_NAMED)
          .map((one) => one.endpointId),
        endpoints: limits.full(),
      }
    },
    share(due) {
      const servedAt = ({ endpointId }: DueEndpoint) => endpoints.peek(endpointId)?.servedAt ?? 0
      const lanes = Object.groupBy(
        due.toSorted((one, other) => servedAt(one) - servedAt(other)),
        ({ endpointId }) => (isQuick(endpointId) ? 'quick' : 'slow'),
      )
      const quick = grant(inTurn(lanes.quick ?? []), { isSlow: false, most: MAX_QUICK_A_CLAIM })
      const slow = grant(inTurn(lanes.slow ?? []), { isSlow: true, most: MAX_SLOW_A_CLAIM })
      // Only claims hold slots; there may be fewer of them.
      for (const { tenantId, limit } of quick) count(tenantId, { all: -limit, slow: 0 })
      for (const { tenantId, limit } of slow) count(tenantId, { all: -limit, slow: -limit })
      return { quick, slow }
    },
    passOver: takeTurn,
    start(endpoint) {
      const { endpointId, tenantId } = endpoint
      let isSlow = !isQuick(endpointId)
      let isAged = false
      takeTurn(endpoint)
      limits.started(endpointId)
      count(tenantId, { all: 1, slow: isSlow ? 1 : 0 })
      return {
        age() {
          isAged = true
          measure(endpoint, true)
          if (isSlow) return
          isSlow = true
          count(tenantId, { all: 0, slow: 1 })
        },
        end(outcome) {
          if (!isAged) measure(endpoint, outcome.durationMs >= SLOW_MS)
          limits.ended(endpointId, outcome)
          count(tenantId, { all: -1, slow: isSlow ? -1 : 0 })
        },
      }
    },
    isWorthFilling(endpointId) {
      const isScarce = [...tenants.values()].some((held) => !hasRoom(held) || !hasSlowRoom(held))
      return isScarce || limits.free(endpointId) > 0
    },
  }
}

function idOf([id]: readonly [string, unknown]): string {
  return id
}

/** Every merchant's first endpoint, then every one's second, and so on. */
function inTurn(due: readonly DueEndpoint[]): readonly DueEndpoint[] {
  const counts = new Map<string, number>()
  return due
    .map((one) => {
      const place = counts.get(one.tenantId) ?? 0
      counts.set(one.tenantId, place + 1)
      return { one, place }
    })
    .sort((left, right) => left.place - right.place)
    .map(({ one }) => one)
}

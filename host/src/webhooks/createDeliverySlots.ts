import { LRUCache } from 'lru-cache'
import { createEndpointLimits, SLOW_MS } from './createEndpointLimits.ts'

/** The maximum number of tries that one host has in flight: its slots. */
const MAX_IN_FLIGHT = 1_024
/** A bound of one merchant while fewer slots than `below` are held. */
type Step = { below: number; most: number }
/**
 * Slots that one merchant may hold, by the slots that all hold. Thirty merchants whose receivers stop at once, each
 * after it has received its maximum, hold at most 384 + 29 x 16 = 848. docs/design/fairness.md has the argument.
 */
const STEPS: readonly Step[] = [
  { below: 384, most: 384 },
  { below: 896, most: 16 },
  { below: 960, most: 4 },
  { below: MAX_IN_FLIGHT, most: 1 },
]
/** The slots among them for tries that are slow, or whose receivers are not proved quick, by the slow ones that all hold. */
const SLOW_STEPS: readonly Step[] = [
  { below: 64, most: 64 },
  { below: 192, most: 12 },
]
/**
 * Slow slots that a merchant may hold regardless of the slow slots of others, while fewer than `below` of all slots are held.
 */
const FIRST_SLOW: Step = { below: 960, most: 4 }
/** The part of its merchant's slow slots that an endpoint may hold. */
const ENDPOINT_SHARE = 0.25
/** Part of an endpoint's tries that may be slow while it counts as quick; the last ones weigh most. */
const QUICK_BELOW = 0.5
const WEIGHT = 0.25
/** Deliveries, and endpoints, of one claim: one statement per endpoint. Slow ones are few at a time: SQLite has one writer. */
const MAX_CLAIMS = 256
const MAX_ENDPOINTS_A_CLAIM = { quick: 64, slow: 8 }
/** Endpoints remembered; beyond, the longest unused one counts as new. */
const MAX_REMEMBERED = 10_000
/** The maximum number of quick endpoints that one query for due deliveries names. */
const MAX_NAMED = 1_000

/** An endpoint with due deliveries. */
export type DueEndpoint = { endpointId: string; tenantId: string }

/** The endpoints and merchants that a query for due deliveries leaves out, because none of theirs may be sent now. */
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
 * no others. The more slots are held, the fewer a merchant may have to get another one: the rest is kept for those that
 * hold little. Receivers that need a second or more, and those not yet proven faster, are bounded in the same way among
 * themselves, far below. An endpoint holds at most a quarter of its merchant's slow slots, and as many as
 * `createEndpointLimits` allows.
 */
export type DeliverySlots = {
  full(): FullPlaces
  /**
   * Shares the free slots among due endpoints, in turn by merchant, and then by the time since each was served. Shared
   * slots count as held until `release`.
   */
  share(due: readonly DueEndpoint[], lane: Lane): Share[]
  /** The claims for these shares have ended: only tries that were started hold slots. */
  release(shares: readonly Share[]): void
  start(endpoint: DueEndpoint): Slot
  /** No delivery of an endpoint could be claimed, as those due wait for an earlier event: it is the turn of others. */
  passOver(endpoint: DueEndpoint): void
  /** Whether the end of a try to this endpoint makes room that is worth a query for due deliveries. */
  isWorthFilling(endpointId: string): boolean
}

/** Endpoints that are proved quick, or the others. */
export type Lane = 'quick' | 'slow'

/** The number of deliveries of an endpoint to claim. */
export type Share = DueEndpoint & { limit: number; lane: Lane }

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
  const hasRoom = (held: Held) => held.all < mostOf(STEPS, total.all)
  /** Slow slots that one merchant may hold now. */
  const mostSlow = () => Math.max(mostOf(SLOW_STEPS, total.slow), mostOf([FIRST_SLOW], total.all))
  const hasSlowRoom = (held: Held) => held.slow < mostSlow()

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

  /** One more for each in turn, until no slot is free or none is needed; granted slots count as held. */
  function grant(wanting: readonly DueEndpoint[], lane: Lane): Share[] {
    const isSlow = lane === 'slow'
    const granted = new Map<string, Share>()
    let left = MAX_CLAIMS
    let asking = wanting
    while (asking.length > 0 && left > 0) {
      // An endpoint that has met a bound meets it again: nothing becomes free here.
      asking = asking.filter(({ endpointId, tenantId }) => {
        const limit = granted.get(endpointId)?.limit ?? 0
        if (left === 0) return false
        if (limit === 0 && granted.size === MAX_ENDPOINTS_A_CLAIM[lane]) return false
        const held = heldBy(tenantId)
        if (limit >= limits.free(endpointId) || !hasRoom(held)) return false
        if (isSlow && !hasSlowRoom(held)) return false
        const inFlight = limits.inFlight(endpointId) + limit
        if (isSlow && inFlight >= mostSlow() * ENDPOINT_SHARE) return false
        count(tenantId, { all: 1, slow: isSlow ? 1 : 0 })
        granted.set(endpointId, { endpointId, tenantId, limit: limit + 1, lane })
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
    share(due, lane) {
      const servedAt = ({ endpointId }: DueEndpoint) => endpoints.peek(endpointId)?.servedAt ?? 0
      const wanting = due
        .filter(({ endpointId }) => isQuick(endpointId) === (lane === 'quick'))
        .sort((one, other) => servedAt(one) - servedAt(other))
      return grant(inTurn(wanting), lane)
    },
    release(shares) {
      for (const { tenantId, limit, lane } of shares) {
        count(tenantId, { all: -limit, slow: lane === 'slow' ? -limit : 0 })
      }
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

/** The bound of the step that this number of held slots has reached; beyond the last step no more slots may be held. */
function mostOf(steps: readonly Step[], held: number): number {
  return steps.find(({ below }) => held < below)?.most ?? 0
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

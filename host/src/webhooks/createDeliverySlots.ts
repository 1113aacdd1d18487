import { LRUCache } from 'lru-cache'
import { createEndpointLimits, SLOW_MS } from './createEndpointLimits.ts'

/** The maximum number of concurrent attempts per host: its slots. */
const MAX_IN_FLIGHT = 1_024
/** A merchant's limit while fewer than `below` slots are in use. */
type Step = { below: number; most: number }
/**
 * The maximum number of slots per merchant, by the number of slots in use. Thirty merchants whose receivers stop responding at the same
 * time hold at most 384 + 29 x 16 = 848 slots. docs/design/fairness.md explains these numbers.
 */
const STEPS: readonly Step[] = [
  { below: 384, most: 384 },
  { below: 896, most: 16 },
  { below: 960, most: 4 },
  { below: MAX_IN_FLIGHT, most: 1 },
]
/** The maximum number of slots per merchant for slow attempts and unproven receivers, by the number of slow slots in use. */
const SLOW_STEPS: readonly Step[] = [
  { below: 64, most: 64 },
  { below: 192, most: 12 },
]
/**
 * The slow slots that a merchant may always hold while fewer than `below` of all slots are in use.
 */
const FIRST_SLOW: Step = { below: 960, most: 4 }
/** The share of its merchant's slow slots that an endpoint may hold. */
const ENDPOINT_SHARE = 0.25
/** The share of an endpoint's attempts that may be slow while the endpoint still counts as quick; recent attempts weigh most. */
const QUICK_BELOW = 0.5
const WEIGHT = 0.25
/**
 * The maximum number of deliveries, and of endpoints, per claim; each endpoint needs one statement. The limit is lower for slow endpoints,
 * because SQLite has a single writer.
 */
const MAX_CLAIMS = 256
const MAX_ENDPOINTS_A_CLAIM = { quick: 64, slow: 8 }
/** The maximum number of remembered endpoints; beyond it, the least recently used endpoint counts as new again. */
const MAX_REMEMBERED = 10_000
/** The maximum number of quick endpoints per query for due deliveries. */
const MAX_NAMED = 1_000

/** An endpoint with due deliveries. */
export type DueEndpoint = { endpointId: string; tenantId: string }

/**
 * The endpoints and merchants that a query for due deliveries omits, because none of their deliveries may be sent now.
 */
export type FullPlaces = {
  tenants: readonly string[]
  /** Tenants to which deliveries may be sent only at their endpoints in `quickEndpoints`. */
  slowTenants: readonly string[]
  quickEndpoints: readonly string[]
  endpoints: readonly string[]
}

/** A slot in use by an attempt. */
type Slot = {
  /** Counts the attempt as slow from now on, because it has lasted for {@link SLOW_MS}. */
  age(): void
  end(outcome: { isSuccess: boolean; durationMs: number }): void
}

/**
 * Shares one host's slots among merchants and their endpoints, so that slow receivers do not delay others. The more slots are in use, the
 * fewer each merchant may hold; the remaining slots are reserved for merchants that hold few. Receivers that need a second or more, and
 * unproven ones, share a far lower limit of the same kind. An endpoint holds at most a quarter of its merchant's slow slots, and no more
 * than `createEndpointLimits` allows.
 */
export type DeliverySlots = {
  full(): FullPlaces
  /**
   * Shares the free slots among due endpoints, in turn by merchant, then by the time since their last turn. Shared
   * slots count as in use until `release`.
   */
  share(due: readonly DueEndpoint[], lane: Lane): Share[]
  /** Releases these shares after their claims have ended; only started attempts keep their slots. */
  release(shares: readonly Share[]): void
  start(endpoint: DueEndpoint): Slot
  /**
   * Ends an endpoint's turn without an attempt, because each of its due deliveries waits for an earlier event.
   */
  passOver(endpoint: DueEndpoint): void
  /** Returns whether the end of an attempt at this endpoint is a reason to query for due deliveries. */
  isWorthFilling(endpointId: string): boolean
}

/** A group of endpoints: those that proved quick, or all others. */
type Lane = 'quick' | 'slow'

/** The number of an endpoint's deliveries to claim. */
export type Share = DueEndpoint & { limit: number; lane: Lane }

type Held = { all: number; slow: number }
/** `slowness`: the weighted share of slow attempts; 1 for a new endpoint. */
type Endpoint = { slowness: number; servedAt: number }

/** Creates the slots, which are all free. */
export function createDeliverySlots(): DeliverySlots {
  const limits = createEndpointLimits()
  const { tenants, count, hasRoom, hasSlowRoom, ...counts } = createCounts()
  const { endpoints, takeTurn, measure, isQuick } = createMemory()
  const bounds = { ...counts, limits, count, hasRoom, hasSlowRoom }
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
      return grant(bounds, inTurn(wanting), lane)
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

/** Counts the slots in use, in total and by merchant. */
function createCounts() {
  const tenants = new Map<string, Held>()
  const total: Held = { all: 0, slow: 0 }
  const heldBy = (tenantId: string) => tenants.get(tenantId) ?? { all: 0, slow: 0 }
  const hasRoom = (held: Held) => held.all < mostOf(STEPS, total.all)
  /** Returns the slow slots that one merchant may hold now. */
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

  return { tenants, heldBy, hasRoom, mostSlow, hasSlowRoom, count }
}

/** Remembers how quick each endpoint is, and when it last had its turn. */
function createMemory() {
  const endpoints = new LRUCache<string, Endpoint & DueEndpoint>({ max: MAX_REMEMBERED })
  let servings = 0

  const isQuick = (endpointId: string) => (endpoints.peek(endpointId)?.slowness ?? 1) < QUICK_BELOW

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

  return { endpoints, isQuick, takeTurn, measure }
}

type Bounds = Omit<ReturnType<typeof createCounts>, 'tenants'> & {
  limits: ReturnType<typeof createEndpointLimits>
}

/** Grants each endpoint one more slot per round, until no slot is free or needed; granted slots count as in use. */
function grant(
  { limits, ...counts }: Bounds,
  wanting: readonly DueEndpoint[],
  lane: Lane,
): Share[] {
  const { heldBy, hasRoom, hasSlowRoom, mostSlow, count } = counts
  const isSlow = lane === 'slow'
  const granted = new Map<string, Share>()
  let left = MAX_CLAIMS
  let asking = wanting
  while (asking.length > 0 && left > 0) {
    // An endpoint at a limit stays there, because no slot becomes free while this function runs.
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

/** Returns the limit of the step for this number of held slots; 0 beyond the last step. */
function mostOf(steps: readonly Step[], held: number): number {
  return steps.find(({ below }) => held < below)?.most ?? 0
}

function idOf([id]: readonly [string, unknown]): string {
  return id
}

/** Orders every merchant's first endpoint before every merchant's second, and so on. */
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

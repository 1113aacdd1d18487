import {
  type Grant,
  HOLD_MS,
  MAX_RESET_MS,
  type Settlement,
  slotOf,
  UNUSED,
  type Usage,
} from './takePermits.ts'

/** A caller's allowance after a call. */
export type Standing = {
  isAllowed: boolean
  /** The remaining calls by this host's count. */
  remaining: number
  /** Seconds until more calls are allowed; at least 1. */
  resetS: number
}

/** The state of one key on one host, and the permits that the host holds for the key. */
export type Allowance = {
  /** Permits not spent yet. */
  permits: number
  /** The time, by this host's clock, at which the permits lapse. */
  lapsesAtMs: number
  /** No calls are allowed until this time. */
  refusedUntilMs: number
  /** The calls that remained for all hosts at the last draw from the database. */
  free: number
  /** The usage at the last draw from the database, from which this host continues if it must count alone. */
  known: Usage
  /** The time at which more calls are allowed. */
  resetAtMs: number
  /** The row's clock minus this host's clock, in milliseconds. */
  aheadMs: number
  /** The slot in which the permits are counted; null if it is uncertain whether they were counted. */
  drawn: { slot: number; held: number } | null
  /** The permits spent since the last draw from the database, by second of the row's clock. */
  spent: Spent
  /** Calls that passed while the database could not count; the next draw from the database reports them. */
  uncounted: Spent
  /** The number of remaining permits at which the host fetches more; -1 for never. */
  refillAt: number
  /** Resolves when the earlier draws from the database have resolved. */
  turn: Promise<void>
}

type Spent = [slot: number, count: number][]

/** A prefetch of fewer permits than this is not worthwhile. */
const MIN_REFILLED = 8

/** Creates an unknown key's allowance. */
export function createAllowance(): Allowance {
  return {
    permits: 0,
    lapsesAtMs: 0,
    refusedUntilMs: 0,
    free: 0,
    known: UNUSED,
    resetAtMs: 0,
    aheadMs: 0,
    drawn: null,
    spent: [],
    uncounted: [],
    refillAt: -1,
    turn: Promise.resolve(),
  }
}

/**
 * Spends a permit, or reports that none is left; null if only the database can decide, for example after the clock was set back.
 */
export function spend(allowance: Allowance, nowMs: number): Standing | null {
  const refusedMs = allowance.refusedUntilMs - nowMs
  if (refusedMs > 0 && refusedMs <= MAX_RESET_MS) {
    return { isAllowed: false, remaining: 0, resetS: secondsUntil(allowance.refusedUntilMs, nowMs) }
  }
  const heldMs = allowance.lapsesAtMs - nowMs
  if (allowance.permits === 0 || heldMs <= 0 || heldMs > HOLD_MS) return null
  allowance.permits -= 1
  count(allowance.spent, nowMs + allowance.aheadMs)
  return standingOf(allowance, nowMs)
}

/** Records a call that passed without the database. */
export function recordUncounted(allowance: Allowance, nowMs: number): void {
  count(allowance.uncounted, nowMs + allowance.aheadMs)
}

/**
 * Returns the permits and calls that the next draw must account for; null if there are none. Unspent permits stay until they lapse, unless
 * the last draw failed.
 */
export function settle(allowance: Allowance, nowMs: number): Settlement | null {
  if (allowance.drawn === null || nowMs >= allowance.lapsesAtMs) allowance.permits = 0
  const { drawn, permits } = allowance
  const spent = [...allowance.spent, ...allowance.uncounted]
  allowance.drawn = null
  allowance.spent = []
  allowance.refillAt = -1
  if (drawn === null && spent.length === 0) return null
  return { slot: drawn?.slot ?? 0, held: drawn?.held ?? 0, kept: permits, spent }
}

/**
 * Records a draw's result from the database, and returns the caller's standing. Adds only the new permits, because calls may have spent
 * kept ones during the draw.
 */
export function recordGrant(
  allowance: Allowance,
  grant: Grant,
  facts: { kept: number; nowMs: number; limit: number },
): Standing {
  const { nowMs, kept, limit } = facts
  const added = grant.held - kept
  allowance.aheadMs = Math.max(0, grant.atMs - nowMs)
  allowance.permits += added
  allowance.lapsesAtMs = grant.atMs - allowance.aheadMs + HOLD_MS
  allowance.drawn = grant.held === 0 ? null : { slot: grant.slot, held: grant.held }
  allowance.refillAt = added >= MIN_REFILLED ? Math.floor(grant.held / 2) : -1
  allowance.uncounted = []
  allowance.free = grant.free
  allowance.known = usageOf(grant, limit)
  allowance.resetAtMs = nowMs + grant.resetMs
  allowance.refusedUntilMs = grant.isAllowed ? 0 : allowance.resetAtMs
  return { ...standingOf(allowance, nowMs), isAllowed: grant.isAllowed }
}

/** Records a failed draw. The database may still have written the draw, so the draw's permits lapse and are never counted twice. */
export function recordFailure(allowance: Allowance): void {
  allowance.drawn = null
  allowance.spent = []
  allowance.refillAt = -1
}

/**
 * Returns the usage after a draw. All spent permits count at the time of the draw, so that no count lapses too early.
 */
function usageOf({ atMs, slot, free, held }: Grant, limit: number): Usage {
  const spent = limit - free - held
  return {
    atMs,
    spent: spent > 0 ? [[slot, spent]] : [],
    held: held > 0 ? [[slot, held]] : [],
  }
}

function standingOf(allowance: Allowance, nowMs: number): Standing {
  return {
    isAllowed: true,
    remaining: allowance.free + allowance.permits,
    resetS: secondsUntil(allowance.resetAtMs, nowMs),
  }
}

function count(spent: Spent, atMs: number): void {
  const slot = slotOf(atMs)
  const last = spent.at(-1)
  if (last !== undefined && last[0] >= slot) last[1] += 1
  else spent.push([slot, 1])
}

function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / 1_000))
}

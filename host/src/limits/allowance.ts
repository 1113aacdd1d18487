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
  /** Calls that are left now, as far as this host has counted. */
  remaining: number
  /** Until more calls are left; at least 1. */
  resetS: number
}

/** The state of one key on one host, and the permits that the host holds of it. */
export type Allowance = {
  /** Permits not spent yet. */
  permits: number
  /** They lapse then, by this host's clock. */
  lapsesAtMs: number
  /** Nothing is left until then. */
  refusedUntilMs: number
  /** Calls that were left to all hosts at the last draw. */
  free: number
  /** The usage at that time, from which this host starts when it has to count alone. */
  known: Usage
  /** When more are left. */
  resetAtMs: number
  /** The row's clock less this host's. */
  aheadMs: number
  /** The slot in which the permits are counted; null when their account would not be certain. */
  drawn: { slot: number; held: number } | null
  /** Spent since the draw, by second of the row's clock. */
  spent: Spent
  /** Let through while the database could not count; the next draw reports them. */
  uncounted: Spent
  /** The number of remaining permits at which more are fetched; -1 = never. */
  refillAt: number
  /** Ends when the draws before it have. */
  turn: Promise<void>
}

type Spent = [slot: number, count: number][]

/** Draws of fewer permits than this are not worth fetching ahead. */
const MIN_REFILLED = 8

/** The allowance of an unknown key. */
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
 * Spends a permit, or reports that nothing is left; null when only the database can decide, also after the clock was
 * set back.
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

/** Notes a call that was let through without the database. */
export function recordUncounted(allowance: Allowance, nowMs: number): void {
  count(allowance.uncounted, nowMs + allowance.aheadMs)
}

/** Accounts for the changes since the last draw, as part of the next: unspent permits are kept while they are fresh. */
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
 * Records the result of a draw. Kept permits may have been spent in the meantime: they are on the new account already.
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

/** A draw failed, and may still have been written: its permits are left to lapse, never accounted for twice. */
export function recordFailure(allowance: Allowance): void {
  allowance.drawn = null
  allowance.spent = []
  allowance.refillAt = -1
}

/**
 * All used permits count as if they were spent at the draw, which is later than they were; held ones may be spent
 * later.
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

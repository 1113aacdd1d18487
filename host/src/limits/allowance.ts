import { type Grant, HOLD_MS, type Settlement, slotOf } from './takePermits.ts'

/** Where a caller stands after a call. */
export type Standing = {
  isAllowed: boolean
  /** Calls that are left now, as far as this host knows. */
  remaining: number
  /** Until more calls are left; at least 1. */
  resetS: number
}

/** What one host knows of one key, and the permits that it holds of it. */
export type Allowance = {
  /** Permits not spent yet. */
  permits: number
  /** They lapse then, by this host's clock. */
  lapsesAtMs: number
  /** Nothing is left until then. */
  refusedUntilMs: number
  /** Calls that were left to all hosts at the last draw. */
  free: number
  /** When more are left. */
  resetAtMs: number
  /** The row's clock less this host's. */
  aheadMs: number
  /** Where the permits are counted; null when an account of them would not be certain. */
  drawn: { slot: number; held: number } | null
  /** Spent since the draw, by second of the row's clock. */
  spent: [slot: number, count: number][]
  /** More are fetched when so many permits are left; -1 = never. */
  refillAt: number
  /** Ends when the draws before it have. */
  turn: Promise<void>
}

/** Draws of so few permits are not worth fetching ahead. */
const MIN_REFILLED = 8

/** A key of which nothing is known. */
export function createAllowance(): Allowance {
  return {
    permits: 0,
    lapsesAtMs: 0,
    refusedUntilMs: 0,
    free: 0,
    resetAtMs: 0,
    aheadMs: 0,
    drawn: null,
    spent: [],
    refillAt: -1,
    turn: Promise.resolve(),
  }
}

/** Spends a permit, or says that nothing is left; null when only the database can tell. */
export function spend(allowance: Allowance, nowMs: number): Standing | null {
  if (nowMs < allowance.refusedUntilMs) {
    return { isAllowed: false, remaining: 0, resetS: secondsUntil(allowance.refusedUntilMs, nowMs) }
  }
  if (allowance.permits === 0 || nowMs >= allowance.lapsesAtMs) return null
  allowance.permits -= 1
  const slot = slotOf(nowMs + allowance.aheadMs)
  const last = allowance.spent.at(-1)
  if (last !== undefined && last[0] >= slot) last[1] += 1
  else allowance.spent.push([slot, 1])
  return standingOf(allowance, nowMs)
}

/** Accounts for the permits of the last draw, as part of the next: unspent ones are kept while they are fresh. */
export function settle(allowance: Allowance, nowMs: number): Settlement | null {
  if (allowance.drawn === null || nowMs >= allowance.lapsesAtMs) allowance.permits = 0
  const { drawn, spent, permits } = allowance
  if (drawn === null) return null
  allowance.drawn = null
  allowance.spent = []
  allowance.refillAt = -1
  return { slot: drawn.slot, held: drawn.held, kept: permits, spent }
}

/** Takes over what a draw gave. Kept permits may have been spent meanwhile: they are on the new account already. */
export function recordGrant(
  allowance: Allowance,
  grant: Grant,
  facts: { kept: number; nowMs: number },
): Standing {
  const { nowMs, kept } = facts
  const added = grant.held - kept
  allowance.aheadMs = Math.max(0, grant.atMs - nowMs)
  allowance.permits += added
  allowance.lapsesAtMs = grant.atMs - allowance.aheadMs + HOLD_MS
  allowance.drawn = grant.held === 0 ? null : { slot: grant.slot, held: grant.held }
  allowance.refillAt = added >= MIN_REFILLED ? Math.floor(grant.held / 2) : -1
  allowance.free = grant.free
  allowance.resetAtMs = nowMs + grant.resetMs
  allowance.refusedUntilMs = grant.isAllowed ? 0 : allowance.resetAtMs
  return { ...standingOf(allowance, nowMs), isAllowed: grant.isAllowed }
}

/** A draw failed, and may have been written all the same: its permits are left to lapse, never accounted for twice. */
export function recordFailure(allowance: Allowance): void {
  allowance.drawn = null
  allowance.spent = []
  allowance.refillAt = -1
}

function standingOf(allowance: Allowance, nowMs: number): Standing {
  return {
    isAllowed: true,
    remaining: allowance.free + allowance.permits,
    resetS: secondsUntil(allowance.resetAtMs, nowMs),
  }
}

function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / 1_000))
}

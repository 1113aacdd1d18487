import { type Policy, WINDOW_MS } from './policy.ts'

/** The numbers of calls or permits by the second in which they count, oldest first. */
export type Counts = readonly (readonly [slot: number, count: number])[]

/** The usage of one key: the content of its row. */
export type Usage = {
  /** The time of the last draw from the row; this time never moves back. */
  atMs: number
  /** Calls that were made. */
  spent: Counts
  /** Permits that hosts hold for future calls, by the time at which they were drawn. */
  held: Counts
}

/** A host's request for permits for one key from the shared row. */
export type Draw = {
  nowMs: number
  /** 1 for a waiting call, 0 for a prefetch. */
  calls: 0 | 1
  /** Permits to hold for future calls. */
  ahead: number
  /** The outcome of the earlier permits; null if there are none or if the outcome is uncertain. */
  settled: Settlement | null
}

/** A host's account of its permits: spent, kept, or returned. */
export type Settlement = { slot: number; held: number; kept: number; spent: Counts }

/** The result of a draw from the shared row. */
export type Grant = {
  usage: Usage
  /** Whether the waiting call may continue. */
  isAllowed: boolean
  /** The permits that the host holds from now on, including kept ones, for {@link HOLD_MS}. */
  held: number
  /** The slot in which the held permits are counted, for their settlement. */
  slot: number
  /** The calls that remain for all hosts after this draw. */
  free: number
  /** The row's time, which may be ahead of the host's clock. */
  atMs: number
  /** The time until a count lapses and frees more calls; 0 if no count applies. */
  resetMs: number
}

/** A key's usage before its first call. */
export const UNUSED: Usage = { atMs: 0, spent: [], held: [] }
/** Permits are spent within this time, or they lapse. */
export const HOLD_MS = 30_000
/** Calls are counted by the second. */
const SLOT_MS = 1_000
/** The maximum difference between host clocks, including commit times, at which no window exceeds the limit. */
const TOLERANCE_MS = 1_000
/** A row that is this far ahead was written by a wrong clock; waiting for it would block the key. */
const MAX_AHEAD_MS = 5_000
/** A host draws at most the remainder divided by this number, so that no single host holds the last permits. */
const SHARE_OF_REST = 4

/**
 * Draws from a key's allowance: at most `limit` calls in any window of a minute, over all hosts whose clocks agree within {@link
 * TOLERANCE_MS}. A count stays until no window can contain both its second and a current call: a second or two longer than a minute. A
 * held permit counts as if it were spent at the last possible moment.
 */
export function takePermits(usage: Usage, { limit }: Policy, draw: Draw): Grant {
  const atMs = timeOf(usage, draw.nowMs)
  const shiftMs = Math.min(0, atMs - usage.atMs)
  let spent = unexpired(shift(usage.spent, shiftMs), atMs, SPENT_LIFETIME_MS)
  let held = unexpired(shift(usage.held, shiftMs), atMs, HELD_LIFETIME_MS)
  const slot = slotOf(atMs)
  const { settled } = draw
  if (settled !== null) {
    held = remove(held, settled.slot, settled.held)
    held = add(held, slot, settled.kept)
    for (const [at, count] of settled.spent) spent = add(spent, Math.min(at, slot), count)
    spent = unexpired(spent, atMs, SPENT_LIFETIME_MS)
  }
  let free = Math.max(0, limit - total(spent) - total(held))
  const isAllowed = free >= draw.calls
  if (isAllowed && draw.calls > 0) {
    spent = add(spent, slot, draw.calls)
    free -= draw.calls
  }
  const ahead = Math.min(draw.ahead, Math.floor(free / SHARE_OF_REST))
  held = add(held, slot, ahead)
  return {
    usage: { atMs, spent, held },
    isAllowed,
    held: (settled?.kept ?? 0) + ahead,
    slot,
    free: free - ahead,
    atMs,
    resetMs: untilFirstLapse(spent, held, atMs),
  }
}

/** Returns the second to which a time belongs. */
export function slotOf(ms: number): number {
  return Math.floor(ms / SLOT_MS)
}

/** The time for which a count outlives the beginning of its second. */
const SPENT_LIFETIME_MS = SLOT_MS + WINDOW_MS + TOLERANCE_MS
const HELD_LIFETIME_MS = HOLD_MS + SPENT_LIFETIME_MS
/** The time after which every count has lapsed. */
export const MAX_RESET_MS = HELD_LIFETIME_MS

function timeOf(usage: Usage, nowMs: number): number {
  return usage.atMs - nowMs > MAX_AHEAD_MS ? nowMs : Math.max(nowMs, usage.atMs)
}

/** Moves counts that a wrong clock wrote by `byMs`, which is negative or 0. */
function shift(counts: Counts, byMs: number): Counts {
  if (byMs === 0) return counts
  const slots = Math.ceil(byMs / SLOT_MS)
  return counts.map(([slot, count]) => [slot + slots, count])
}

function unexpired(counts: Counts, atMs: number, lifetimeMs: number): Counts {
  return counts.filter(([slot]) => slot * SLOT_MS + lifetimeMs > atMs)
}

function add(counts: Counts, slot: number, count: number): Counts {
  if (count === 0) return counts
  const before = counts.filter(([at]) => at < slot)
  const same = counts.find(([at]) => at === slot)?.[1] ?? 0
  return [...before, [slot, same + count], ...counts.filter(([at]) => at > slot)]
}

function remove(counts: Counts, slot: number, count: number): Counts {
  return counts
    .map(([at, held]): [number, number] => [at, at === slot ? Math.max(0, held - count) : held])
    .filter(([, held]) => held > 0)
}

function total(counts: Counts): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

function untilFirstLapse(spent: Counts, held: Counts, atMs: number): number {
  const lapses = [
    ...spent.slice(0, 1).map(([slot]) => slot * SLOT_MS + SPENT_LIFETIME_MS),
    ...held.slice(0, 1).map(([slot]) => slot * SLOT_MS + HELD_LIFETIME_MS),
  ]
  return lapses.length === 0 ? 0 : Math.min(...lapses) - atMs
}

import { SLACK_MS } from '../clock/clock.ts'
import type { Row } from '../db/schema.ts'

/** An attempt holds the lock for this long after its last report. */
const LEASE_MS = 10 * 60_000
/** Once a node has its transaction, an attempt holds the lock until the payment is recorded, but at most for this long after it began. */
const SENT_LEASE_MS = 60 * 60_000
/** The maximum time per day for which all attempts at one secure payment together hold its lock without a transaction. */
const DAILY_HOLD_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** The phases in which no transaction of the attempt can still pay. */
const ENDED: ReadonlySet<string> = new Set(['reverted', 'dropped', 'abandoned', 'done'])

type Attempt = Pick<Row<'attempts'>, 'phase' | 'lease_until' | 'created_at' | 'tx_hash'>

/** Returns whether an attempt in this phase has ended permanently. */
export function isEndPhase(phase: string): boolean {
  return ENDED.has(phase)
}

/**
 * Returns whether an attempt blocks other payers at a given time. No lease lasts longer than an hour: if a stored one does, a
 * clock that was ahead wrote it, and it holds no lock. Callers must also look up a transaction that the attempt may have sent; see
 * `mayHaveSent`.
 */
export function isLive(attempt: Pick<Attempt, 'phase' | 'lease_until'>, now: Date): boolean {
  const leftMs = Date.parse(attempt.lease_until) - now.getTime()
  return !isEndPhase(attempt.phase) && leftMs > 0 && leftMs <= SENT_LEASE_MS + SLACK_MS
}

/** Returns whether an attempt that has lost its lease would hold the lock again if a node later had its transaction. */
export function mayHaveSent(attempt: Attempt, now: Date): boolean {
  return (
    !isEndPhase(attempt.phase) && attempt.tx_hash !== null && sentUntil(attempt) > now.toISOString()
  )
}

/**
 * Returns the end of an attempt's lock after a report. Anyone with the link can begin attempts, so the length of a lease depends on the
 * cost of the report that obtains it:
 *
 * - A transaction that a node has seen (`isSent`) costs gas. After such a report, the lease lasts an hour from the attempt's
 *   beginning, regardless of the number of reports.
 * - All other reports cost nothing. After such a report, the lease lasts 10 minutes at a time until the day's hour is used up
 *   (`isWornOut`).
 *
 * From then on, attempts without a transaction hold no lock, and several payers can begin in parallel.
 */
export function leaseAfter(
  attempt: Attempt,
  news: { now: Date; isSent: boolean; isWornOut: boolean },
): string {
  const { lease_until } = attempt
  if (news.isSent) return later(lease_until, sentUntil(attempt))
  if (attempt.tx_hash !== null || news.isWornOut) return lease_until
  return later(lease_until, new Date(news.now.getTime() + LEASE_MS).toISOString())
}

/**
 * Returns the end of an attempt's lock while its transaction waits for the signers of a Safe. Nothing proves that the Safe exists, so the
 * payment's attempts hold the lock for at most an hour per day. The lock ends no later than the last time at which the Safe's transaction
 * can pay (`deadlineS`, unix seconds).
 */
export function safeLeaseAfter(
  attempts: readonly Attempt[],
  { now, deadlineS }: { now: Date; deadlineS: number | null },
): string {
  const usedMs = attempts.reduce((sum, attempt) => sum + heldMs(attempt, now), 0)
  const leftMs = Math.max(0, DAILY_HOLD_MS - usedMs)
  const bySafeMs = deadlineS === null ? Number.POSITIVE_INFINITY : deadlineS * 1_000
  return new Date(Math.max(now.getTime(), Math.min(now.getTime() + leftMs, bySafeMs))).toISOString()
}

/** Returns the time until which an attempt that ends now has held the lock. */
export function endLease({ lease_until }: Pick<Attempt, 'lease_until'>, now: Date): string {
  const end = now.toISOString()
  return isBefore(lease_until, end) ? lease_until : end
}

/**
 * Returns whether one secure payment's attempts have used up the time per day for which they may hold its lock without
 * paying.
 */
export function isWornOut(attempts: readonly Attempt[], now: Date): boolean {
  return attempts.reduce((sum, attempt) => sum + heldMs(attempt, now), 0) >= DAILY_HOLD_MS
}

/** Returns the part of the last day, in milliseconds, during which an attempt has held the lock. */
export function heldMs(attempt: Attempt, now: Date): number {
  const from = Math.max(Date.parse(attempt.created_at), now.getTime() - DAY_MS)
  return Math.max(0, Math.min(Date.parse(attempt.lease_until), now.getTime()) - from)
}

function sentUntil({ created_at }: Attempt): string {
  return new Date(Date.parse(created_at) + SENT_LEASE_MS).toISOString()
}

function later(left: string, right: string): string {
  return isBefore(left, right) ? right : left
}

/** ISO times in UTC sort correctly as text. */
function isBefore(left: string, right: string): boolean {
  return left < right
}

import type { Row } from '../../db/schema.ts'

/** An attempt that has sent nothing yet holds the lock this long after its last sign of life. */
const LEASE_MS = 10 * 60_000
/** One that has sent a transaction, until that is recorded, at most this long. */
const SENT_LEASE_MS = 60 * 60_000
/** Phases in which no transaction of the attempt can still pay. */
const ENDED: ReadonlySet<string> = new Set(['reverted', 'dropped', 'abandoned', 'done'])

type Attempt = Pick<Row<'attempts'>, 'phase' | 'lease_until'>

/** Whether an attempt keeps others from paying at a moment. */
export function isLive(attempt: Attempt, now: Date): boolean {
  return !ENDED.has(attempt.phase) && attempt.lease_until > now.toISOString()
}

/** Until when an attempt may hold the lock, from now. */
export function leaseUntil(now: Date, txHash: string | null): string {
  return new Date(now.getTime() + (txHash === null ? LEASE_MS : SENT_LEASE_MS)).toISOString()
}

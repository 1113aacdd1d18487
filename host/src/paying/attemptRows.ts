import { maskWallet } from '../access/maskWallet.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { heldMs, isLive } from './attemptLease.ts'
import { AttemptInProgressError } from './errors.ts'

/** The maximum number of stored attempts at a secure payment; beyond it, the ended attempts with the shortest locks are deleted. */
const MAX_KEPT = 100

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a string has the form of an attempt's id. */
export function isAttemptId(text: string): boolean {
  return UUID.test(text)
}

/** Loads every attempt of a secure payment. A caller that bases a decision on the attempts must hold the payment's lock. */
export async function loadAttempts(tx: Tx, token: string): Promise<Row<'attempts'>[]> {
  return tx.selectFrom('attempts').selectAll().where('token', '=', token).execute()
}

/**
 * Throws if another attempt holds the lock: a live attempt, or an attempt in `sentIds`, whose lease has ended but whose transaction a
 * node has.
 *
 * @throws AttemptInProgressError
 */
export function refuseSecond(
  attempts: readonly Row<'attempts'>[],
  asked: { attemptId: string | null; now: Date; sentIds?: ReadonlySet<string> },
): void {
  const { attemptId, now, sentIds } = asked
  const other = attempts.find(
    (attempt) =>
      attempt.id !== attemptId && (isLive(attempt, now) || sentIds?.has(attempt.id) === true),
  )
  if (other === undefined) return
  const ageMs = now.getTime() - Date.parse(other.created_at)
  throw new AttemptInProgressError({
    ageSeconds: Math.max(0, Math.floor(ageMs / 1_000)),
    wallet: maskWallet(other.wallet),
    phase: other.phase,
  })
}

/** Returns the columns that record an attempt's transaction; a repeated report does not change its time. */
export function noteSent(
  attempt: Pick<Row<'attempts'>, 'tx_hash' | 'sent_at'>,
  txHash: string,
  now: Date,
): Pick<Row<'attempts'>, 'tx_hash' | 'sent_at'> {
  const isRepeated = txHash === attempt.tx_hash && attempt.sent_at !== null
  return { tx_hash: txHash, sent_at: isRepeated ? attempt.sent_at : now.toISOString() }
}

/** Deletes surplus attempts of a secure payment, so that one more can be stored. */
export async function dropSurplus(
  tx: Tx,
  attempts: readonly Row<'attempts'>[],
  now: Date,
): Promise<void> {
  const surplus = attempts
    .filter((attempt) => !isLive(attempt, now))
    .sort((left, right) => heldMs(left, now) - heldMs(right, now))
    .slice(0, Math.max(0, attempts.length + 1 - MAX_KEPT))
    .map((attempt) => attempt.id)
  if (surplus.length > 0) await tx.deleteFrom('attempts').where('id', 'in', surplus).execute()
}

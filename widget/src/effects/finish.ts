import type { Delivery } from '../api.ts'
import type { Outcome } from '../machine/effect.ts'
import { updateAttempt } from '../steps/attempts.ts'
import type { Rail } from '../steps/rail.ts'
import type { Session } from '../steps/session.ts'

/**
 * Stores the end of an attempt and queues the report to the service, which releases the lease if nothing was sent. Idempotent.
 */
export async function finishAttempt(
  session: Session,
  attemptId: string,
  outcome: Outcome,
): Promise<void> {
  session.hint(null)
  const progress = await session.progress()
  const record = await progress.get(attemptId)
  if (record === null || record.phase === outcome) return endLease(session, attemptId, outcome)
  // A proven end is final: a late click does not abandon a completed payment.
  if (record.phase === 'done') return
  // The wallet received the request and has not responded: its prompt may be open in any state of the payment.
  const isUnproved = record.phase === 'signing'
  const lastError = isUnproved ? (record.lastError ?? 'no_answer') : record.lastError
  await updateAttempt(session, attemptId, { phase: outcome, lastError })
  await endLease(session, attemptId, outcome)
}

/** Stores the hash that the wallet or the chain returned, and queues it for the service. */
export async function recordBroadcast(
  session: Session,
  attemptId: string,
  hash: string,
  { isRelayed }: Pick<Rail, 'isRelayed'>,
): Promise<void> {
  const record = await updateAttempt(session, attemptId, { phase: 'broadcast', txHash: hash })
  session.hint(attemptId)
  const progress = await session.progress()
  const chain = record?.network ?? session.state().payment?.network ?? ''
  const symbol = record?.option.token ?? ''
  const accepted = record?.option.accepted
  const attempt: Delivery = { kind: 'attempt', attemptId, phase: 'broadcast', txHash: hash }
  const calls: readonly Delivery[] = isRelayed
    ? [attempt]
    : [
        { kind: 'intent', txHash: hash, chain, symbol, ...(accepted && { option: accepted }) },
        attempt,
      ]
  for (const call of calls) await progress.enqueue(session.token, call, session.now())
}

async function endLease(session: Session, attemptId: string, outcome: Outcome): Promise<void> {
  const progress = await session.progress()
  const call: Delivery =
    outcome === 'abandoned'
      ? { kind: 'attempt_end', attemptId }
      : { kind: 'attempt', attemptId, phase: outcome, txHash: null }
  await progress.enqueue(session.token, call, session.now())
}

import type { Session, Task } from '../steps/session.ts'
import type { AttemptRecord } from './attemptRecord.ts'
import type { ServerAnswer } from './fact.ts'
import type { TabLock } from './tabLock.ts'

/** Reads the payment and, in parallel, this device's live attempt, if the hint names one: -> loaded. */
export async function loadPayment({ session, signal, tell }: Task, lock: TabLock): Promise<void> {
  const [said, record] = await Promise.all([session.api.metadata({ signal }), readRecord(session)])
  const answer = record === null ? await withoutOwnAttempt(session, said) : said
  const isLockedElsewhere = record === null ? false : await lock.isHeldElsewhere()
  tell({ type: 'loaded', answer, record, isLockedElsewhere })
}

async function readRecord(session: Session): Promise<AttemptRecord | null> {
  if (!session.hasHint()) return null
  return (await session.progress()).live(session.token)
}

/** An attempt that ended on this device is nobody else's: the service just did not hear of its end. */
async function withoutOwnAttempt(session: Session, answer: ServerAnswer): Promise<ServerAnswer> {
  const last = answer.kind === 'payment' ? answer.payment.lastAttempt : null
  if (answer.kind !== 'payment' || last === null) return answer
  const progress = await session.progress()
  const own = await progress.get(last.attemptId)
  if (own?.phase !== 'abandoned') return answer
  const { token } = session
  await progress.enqueue(token, { kind: 'attempt_end', attemptId: own.id }, session.now())
  return { kind: 'payment', payment: { ...answer.payment, lastAttempt: null } }
}

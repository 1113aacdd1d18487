import type { Task } from '../steps/session.ts'
import type { AttemptRecord } from './attemptRecord.ts'
import type { TabLock } from './tabLock.ts'

/** Reads the payment and, in parallel, this device's live attempt, if the hint names one: -> loaded. */
export async function loadPayment({ session, signal, tell }: Task, lock: TabLock): Promise<void> {
  const [answer, record] = await Promise.all([
    session.api.metadata({ signal }),
    readRecord(session),
  ])
  const isLockedElsewhere = record === null ? false : await lock.isHeldElsewhere()
  tell({ type: 'loaded', answer, record, isLockedElsewhere })
}

async function readRecord(session: Task['session']): Promise<AttemptRecord | null> {
  if (!session.hasHint()) return null
  return (await session.progress()).live(session.token)
}

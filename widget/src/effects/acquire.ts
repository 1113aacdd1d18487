import type { AttemptInput } from '../api.ts'
import { isLive } from '../machine/attemptRecord.ts'
import type { Fact } from '../machine/fact.ts'
import { newAttempt, updateAttempt } from '../steps/attempts.ts'
import type { Session, Task } from '../steps/session.ts'
import { tellServer } from '../steps/tellServer.ts'
import type { TabLock } from './tabLock.ts'

/** The interval of renewals: the service's lease lasts 10 minutes. */
const RENEW_MS = 4 * 60 * 1000

/**
 * Acquires the tab lock, stores the attempt, and acquires the service's lease, which locks out other devices. Reports acquired, locked,
 * step_failed or server. The `finish` that follows a failure releases them. This effect releases the tab lock itself only when another
 * device holds the lease.
 */
export async function acquire(task: Task, lock: TabLock, attemptId: string): Promise<void> {
  const { session, signal, tell } = task
  const { verified, account } = session.state()
  if (verified === null || account === null) {
    tell({ type: 'step_failed', note: { code: 'wallet_gone' } })
    return
  }
  if (!(await lock.acquire())) {
    tell(await lockedByTab(task))
    return
  }
  const { network, calldataHash, review } = verified
  const [first] = review.spending
  const lease = {
    attemptId,
    wallet: account.address,
    chain: network.id,
    token: first.symbol,
    calldataHash,
  }
  // The attempt is stored before the lease is acquired. If the payer leaves now, the next page load must find this record and release the
  // locks.
  const progress = await session.progress()
  await progress.put(newAttempt(session, attemptId, verified, account))
  session.hint(attemptId)
  const answer = await session.api.lease(lease, signal)
  switch (answer.kind) {
    case 'absent':
      tell({ type: 'acquired' })
      return
    case 'leased':
      await updateAttempt(session, attemptId, { leaseUntil: answer.leaseUntil })
      tell({ type: 'acquired' })
      void renew(session, lease)
      return
    case 'taken':
      await updateAttempt(session, attemptId, { phase: 'abandoned' })
      session.hint(null)
      lock.release()
      tell(lockedByDevice(answer, network.name, session.now()))
      return
    case 'failed':
      tell({ type: 'step_failed', note: answer.note })
      return
    case 'completed':
    case 'processing':
    case 'unavailable':
      tellServer(answer, tell, 'step_failed')
      return
    default:
      answer satisfies never
  }
}

/**
 * Renews the lease until the payment has a hash. From then on, the service renews the lease automatically.
 */
async function renew(session: Session, lease: AttemptInput): Promise<void> {
  while (!session.lifetime.aborted) {
    await session.wait(RENEW_MS, session.lifetime).catch(() => undefined)
    const { attemptId, hash, plan } = session.state()
    if (attemptId !== lease.attemptId || hash !== null || plan === null) return
    await session.api.lease(lease, session.lifetime).catch(() => undefined)
  }
}

/** Another tab holds the lock; its record states the attempt's progress. */
async function lockedByTab({ session }: Task): Promise<Fact> {
  const record = await (await session.progress()).live(session.token)
  const isSigning = record !== null && isLive(record) && record.phase === 'signing'
  const note = { code: isSigning ? 'locked_tab_signing' : 'locked_tab' } as const
  return { type: 'locked', note, attempt: null, canTakeOver: !isSigning }
}

function lockedByDevice(
  taken: { readonly ageSeconds: number | null; readonly wallet: string; readonly phase: string },
  networkName: string,
  now: number,
): Fact {
  const { ageSeconds, wallet, phase } = taken
  const startedAt = ageSeconds === null ? null : now - ageSeconds * 1000
  return {
    type: 'locked',
    note: { code: 'locked_device', params: { wallet, phase } },
    attempt: { id: '', phase, walletMasked: wallet, networkName, startedAt },
    canTakeOver: false,
  }
}

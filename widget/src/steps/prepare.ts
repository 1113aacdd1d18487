import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { Review } from '../review.ts'
import { readChainId } from '../wallets/provider.ts'
import { isSamePayment, shortageNote } from './readPayment.ts'
import type { Session, Task } from './session.ts'

/**
 * Reads the transactions again while the locks are held, verifies them against the reviewed ones, and checks balance and gas: -> ready,
 * requote, refused, step_failed or server.
 */
export async function prepare(task: Task): Promise<void> {
  const { session } = task
  const { verified: reviewed, account } = session.state()
  const rail = await session.rail()
  const found = await rail.review({
    ...task,
    // At this point, a failed read ends the attempt, not only the screen.
    tell: (fact) =>
      task.tell(fact.type === 'request_failed' ? { type: 'step_failed', note: fact.note } : fact),
  })
  if (found === null || reviewed === null || account === null) return
  const { verified, shortOf, unpaid } = found
  if (!isSamePayment(reviewed.review, verified.review) && shortOf !== 'balance') {
    return task.tell({ type: 'requote', verified })
  }
  if (shortOf !== null) {
    const note = unpaid ?? shortageNote(verified.payment, verified.review, shortOf)
    return task.tell({ type: 'step_failed', note, verified })
  }
  const ready = await rail.combine(session, verified)
  const chainId = readChainId(await session.provider?.request({ method: 'eth_chainId' }))
  const needsSwitch = chainId !== verified.network.chainId
  task.tell({ type: 'ready', verified: ready, needsSwitch })
}

/** Returns an EVM payment with one request for all calls, if the wallet supports atomic batches; otherwise unchanged. */
export async function combine(
  session: Session,
  verified: VerifiedPayment,
): Promise<VerifiedPayment> {
  const { review, network } = verified
  const { provider } = session
  const { account } = session.state()
  if (review.steps.length === 1 || session.hasRefusedCalls || provider === null || account === null)
    return verified
  const { canBatch } = await session.parts.calls()
  if (!(await canBatch(provider, account.address, network.chainId))) return verified
  const atomic: Review = { ...review, steps: ['pay'], allowances: [null], isByPermit: false }
  return { ...verified, separate: verified, review: atomic }
}

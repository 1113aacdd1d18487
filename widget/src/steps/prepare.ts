import type { Review } from '../review.ts'
import { readChainId } from '../wallets/provider.ts'
import { isSamePayment, readVerified, shortageNote } from './readPayment.ts'
import type { Session, Task } from './session.ts'
import type { VerifiedPayment } from './verifyPayment.ts'

/**
 * While the locks are held: reads the transactions again, verifies them against the reviewed ones, and checks balance and gas. -> ready,
 * requote, rejected, step_failed or server.
 */
export async function prepare(task: Task): Promise<void> {
  const { session } = task
  const { review, account } = session.state()
  const found = await readVerified({
    ...task,
    // At this point, a failed read ends the attempt, not only the screen.
    tell: (fact) =>
      task.tell(fact.type === 'request_failed' ? { type: 'step_failed', note: fact.note } : fact),
  })
  if (found === null || review === null || account === null) return
  const { verified, shortOf } = found
  session.verified = verified
  if (!isSamePayment(review, verified.review)) {
    return task.tell({ type: 'requote', review: verified.review })
  }
  if (shortOf !== null) {
    const note = shortageNote(verified.payment, verified.review, shortOf)
    return task.tell({ type: 'step_failed', note })
  }
  const ready = await atOnce(session, verified)
  const chainId = readChainId(await session.provider?.request({ method: 'eth_chainId' }))
  const needsSwitch = chainId !== verified.network.chainId
  task.tell({ type: 'ready', review: ready, needsSwitch })
}

/** Returns the review of the wallet's requests: one request for all calls, if the wallet supports atomic batches. */
async function atOnce(session: Session, { review, network }: VerifiedPayment): Promise<Review> {
  const { provider } = session
  const { account } = session.state()
  const isSimple =
    review.steps.length === 1 || review.bridge !== undefined || network.family !== 'evm'
  session.isAtomic = false
  if (isSimple || session.hasRefusedCalls || provider === null || account === null) return review
  const { canBatch } = await session.parts.calls()
  session.isAtomic = await canBatch(provider, account.address, network.chainId)
  return session.isAtomic
    ? { ...review, steps: ['pay'], allowances: [null], isByPermit: false }
    : review
}

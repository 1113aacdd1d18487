import { readChainId } from '../wallets/provider.ts'
import { isSamePayment, readVerified, shortageNote } from './readPayment.ts'
import type { Task } from './session.ts'

/**
 * With the locks held: reads the transactions again, verifies them against what was reviewed, and checks balance and gas.
 * -> ready, requote, refused, step_failed or server.
 */
export async function prepare(task: Task): Promise<void> {
  const { session } = task
  const { review, account } = session.state()
  const found = await readVerified({
    ...task,
    // Here a failed read ends the attempt, not only a screen.
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
  const chainId = readChainId(await session.provider?.request({ method: 'eth_chainId' }))
  const needsSwitch = chainId !== verified.network.chainId
  task.tell({ type: 'ready', review: verified.review, needsSwitch })
}

import type { Fact } from '../machine/fact.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import { NotAsked, notSent } from '../steps/pay.ts'
import { isSamePayment } from '../steps/readPayment.ts'
import type { Task } from '../steps/session.ts'
import type { Verified } from '../steps/verifyPayment.ts'

/** A price that expires within this time is read again: the payer needs the time to respond in the wallet. */
const PRICE_MARGIN_MS = 10_000

/**
 * Returns the transactions to sign. The price of a payment over a bridge may have expired while the payer switched networks and approved
 * the token. `read` then reads a new price together with the payment. Throws NotAsked if the price cannot be read, or if the payment
 * differs from the displayed one.
 */
export async function renewPrice(
  read: (task: Task) => Promise<Verified | null>,
  task: Task,
  verified: VerifiedPayment,
  attemptId: string,
): Promise<VerifiedPayment> {
  const { bridge } = verified.review
  if (bridge === undefined) return verified
  if (bridge.expiresAt - task.session.now() > PRICE_MARGIN_MS) return verified
  const facts: Fact[] = []
  const found = await read({ ...task, tell: (fact) => facts.push(fact) })
  if (found === null) {
    const [fact] = facts
    const ended = fact?.type === 'server' ? [fact] : []
    throw new NotAsked(notSent(attemptId, 'payment_changed'), ...ended)
  }
  if (!isSamePayment(verified.review, found.verified.review)) {
    throw new NotAsked({ ...notSent(attemptId, 'payment_changed'), verified: found.verified })
  }
  return found.verified
}

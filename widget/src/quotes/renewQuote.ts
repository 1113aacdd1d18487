import type { Fact, NoteFact } from '../machine/fact.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import { NotAsked, notSent } from '../steps/pay.ts'
import { shortageNote } from '../steps/readPayment.ts'
import type { Task } from '../steps/session.ts'
import { PRICE_MARGIN_MS, type ReadPriced, readQuoted } from './readQuoted.ts'

/**
 * Returns the payment to sign while its quote holds. The quote may have expired while the payer switched and approved: the payer then
 * reviews the next one and presses Pay again. `read` reads the payment on its network. Throws NotAsked.
 */
export async function renewQuote(
  task: Task,
  verified: VerifiedPayment,
  attemptId: string,
  read: ReadPriced,
): Promise<VerifiedPayment> {
  const { expiresAt } = verified.review.quote ?? {}
  if (typeof expiresAt !== 'number') return verified
  if (expiresAt - task.session.now() > PRICE_MARGIN_MS) return verified
  const facts: Fact[] = []
  const found = await readQuoted({ ...task, tell: (fact) => facts.push(fact) }, read)
  const ended = facts.filter(({ type }) => type === 'server')
  const failed = facts.find((fact) => fact.type === 'request_failed' || fact.type === 'short')
  const short =
    found?.shortOf && shortageNote(found.verified.payment, found.verified.review, found.shortOf)
  const { code, params }: NoteFact = failed?.note ?? (short || { code: 'payment_changed' })
  throw new NotAsked(
    { ...notSent(attemptId, code, params), ...(found && { verified: found.verified }) },
    ...ended,
  )
}

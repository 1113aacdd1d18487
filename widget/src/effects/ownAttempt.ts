import type { Page } from '../steps/session.ts'
import { isLastAttempt } from './attemptRecord.ts'
import type { ServerAnswer } from './fact.ts'

/** An attempt that ended on this device is nobody else's: the service just did not hear of its end. */
export async function withoutOwnAttempt(page: Page, answer: ServerAnswer): Promise<ServerAnswer> {
  const last = answer.kind === 'payment' ? answer.payment.lastAttempt : null
  if (answer.kind !== 'payment' || last === null) return answer
  const progress = await page.progress()
  const attempts = await progress.attempts(page.token)
  const own = attempts.find(({ id }) => isLastAttempt(id, last))
  if (own?.phase !== 'abandoned') return answer
  const { token } = page
  await progress.enqueue(token, { kind: 'attempt_end', attemptId: own.id }, page.now())
  return { kind: 'payment', payment: { ...answer.payment, lastAttempt: null } }
}

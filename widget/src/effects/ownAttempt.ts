import type { Page } from '../steps/session.ts'
import { type AttemptRecord, isLastAttempt, isLive } from './attemptRecord.ts'
import type { ServerAnswer } from './fact.ts'

/** What a page begins with: what the service said, and what this device remembers. */
export type Beginning = { readonly answer: ServerAnswer; readonly record: AttemptRecord | null }

/**
 * An attempt that the service knows may be this device's own, although the note of it is gone: one that died with its page goes on, and
 * of one that ended here the service just did not hear.
 */
export async function findOwnAttempt(page: Page, answer: ServerAnswer): Promise<Beginning> {
  const others = { answer, record: null }
  const last = answer.kind === 'payment' ? answer.payment.lastAttempt : null
  if (answer.kind !== 'payment' || last === null) return others
  const progress = await page.progress()
  const attempts = await progress.attempts(page.token)
  const own = attempts.find(({ id }) => isLastAttempt(id, last))
  if (own !== undefined && isLive(own)) return { answer, record: own }
  if (own?.phase !== 'abandoned') return others
  const { token } = page
  await progress.enqueue(token, { kind: 'attempt_end', attemptId: own.id }, page.now())
  return {
    ...others,
    answer: { kind: 'payment', payment: { ...answer.payment, lastAttempt: null } },
  }
}

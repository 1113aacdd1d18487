import { type AttemptRecord, isLastAttempt, isLive } from '../machine/attemptRecord.ts'
import type { ServerAnswer } from '../machine/fact.ts'
import type { Page } from '../steps/session.ts'

/** The facts at the start of a page: the service's response, and this device's record. */
export type Beginning = { readonly answer: ServerAnswer; readonly record: AttemptRecord | null }

/**
 * Finds this device's own record of the attempt that the service reports, even if the hint of that record is gone. An attempt whose
 * page was closed continues. If an attempt ended here, the service has only missed the report.
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

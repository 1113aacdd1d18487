import type { Page, Run } from '../steps/session.ts'
import { isTron } from '../tron/isTron.ts'
import { type AttemptRecord, isLastAttempt } from './attemptRecord.ts'
import type { ServerAnswer } from './fact.ts'

/**
 * Reads the payment and, in parallel, this device's live attempt, if the hint names one: -> loaded. A payment on Tron is shown
 * once the wallets that can pay it are looked for.
 */
export async function loadPayment(
  page: Page,
  { signal, tell }: Run,
  isLocked: () => Promise<boolean>,
  lookOnTron: () => Promise<void>,
): Promise<void> {
  const [said, record] = await Promise.all([page.metadata({ signal }), readRecord(page)])
  if (isTron(said.payment)) await lookOnTron()
  const answer = record === null ? await withoutOwnAttempt(page, said) : said
  const isLockedElsewhere = record === null ? false : await isLocked()
  tell({ type: 'loaded', answer, record, isLockedElsewhere })
}

async function readRecord(page: Page): Promise<AttemptRecord | null> {
  if (!page.hasProgress()) return null
  return (await page.progress()).live(page.token)
}

/** An attempt that ended on this device is nobody else's: the service just did not hear of its end. */
async function withoutOwnAttempt(page: Page, answer: ServerAnswer): Promise<ServerAnswer> {
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

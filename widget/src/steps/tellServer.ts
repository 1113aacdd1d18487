import type { NoteFact, ServerAnswer } from '../machine/fact.ts'
import { findUnderWay } from '../machine/findTransfer.ts'
import type { Task } from './session.ts'

/** A requested conversion has no rate now. */
export const NO_RATE = { code: 'rate_unavailable' } as const

/** Reports temporary failures as a note and permanent ones as the service's response. */
export function tellServer(
  answer: Exclude<ServerAnswer, { readonly kind: 'payment' }>,
  tell: Task['tell'],
  asNote: 'request_failed' | 'step_failed' = 'request_failed',
): void {
  const note = passingNote(answer)
  if (isBarred(answer)) tell({ type: 'barred' })
  else if (note === null) tell({ type: 'server', answer })
  else tell({ type: asNote, note })
}

/**
 * Reports, before anything is signed, that a payment from another chain is already in flight: another payment would
 * be a double payment.
 */
export function isOnItsWay(answer: ServerAnswer, tell: Task['tell']): boolean {
  const isUnderWay = findUnderWay(answer) !== null
  if (isUnderWay) tell({ type: 'server', answer })
  return isUnderWay
}

function passingNote(answer: Exclude<ServerAnswer, { readonly kind: 'payment' }>): NoteFact | null {
  if (answer.kind !== 'unavailable') return null
  if (answer.reason === 'rate_limited') return { code: 'rate_limited', params: { seconds: '30' } }
  if (answer.reason === 'no_rate') return NO_RATE
  const isPassing = answer.reason === 'server' || answer.reason === 'offline'
  return isPassing ? { code: 'service_unavailable' } : null
}

/** Returns whether the service gives this wallet no transaction. Another wallet may pay. */
function isBarred(answer: ServerAnswer): boolean {
  return answer.kind === 'unavailable' && Object(answer.contacts).code === 'wallet_not_accepted'
}

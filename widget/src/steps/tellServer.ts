import { findUnderWay } from '../bridge/findTransfer.ts'
import type { NoteFact, ServerAnswer } from '../effects/fact.ts'
import type { Task } from './session.ts'

/** What is to be converted has no rate now. */
export const NO_RATE = { code: 'rate_unavailable' } as const

/** Passing troubles are told as a note, ends as the service's answer. */
export function tellServer(
  answer: Exclude<ServerAnswer, { readonly kind: 'payment' }>,
  tell: Task['tell'],
  asNote: 'request_failed' | 'step_failed' = 'request_failed',
): void {
  const note = passingNote(answer)
  if (note === null) tell({ type: 'server', answer })
  else tell({ type: asNote, note })
}

/** Tells, before anything is signed, that a payment from another chain is on its way already: who pays now, pays twice. */
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

import type { Effect } from '../effects/effect.ts'
import type { ServerAnswer, Stamped } from '../effects/fact.ts'
import type { PaymentMetadata } from '../model.ts'
import { chooseAgain, confirmed, giveUp } from './attemptMoves.ts'
import { enter, finish, settleElsewhere, stay, succeed } from './moves.ts'
import { isAttemptLive, isPartlyPaid } from './readings.ts'
import { CHOOSING, HOLDING, MAYBE_SENT, type State, type Transition } from './state.ts'

/** What the service said when it was asked again. */
export function onServer(state: State, fact: Stamped, answer: ServerAnswer): Transition {
  if (state.name === 'idle' || state.name === 'loading') return stay(state)
  if (answer.kind === 'completed') return succeed(state, fact, answer.payment)
  const known = { ...state, payment: answer.payment ?? state.payment }
  if (answer.kind === 'payment') return onPayment(known, fact, answer.payment)
  const isEnd = !TRANSIENT.has(answer.reason) && !MAYBE_SENT.has(state.name)
  return isEnd && state.name !== 'succeeded' && state.name !== 'failed'
    ? unavailable(known, fact, answer)
    : stay(known)
}

/** The payment cannot be paid now. */
export function unavailable(
  state: State,
  fact: Stamped,
  answer: Extract<ServerAnswer, { kind: 'unavailable' }>,
): Transition {
  const patch = {
    payment: answer.payment ?? state.payment,
    unavailable: { reason: answer.reason, retryAt: answer.retryAt },
  }
  return HOLDING.has(state.name)
    ? giveUp(state, fact, 'unavailable', patch)
    : enter(state, fact, 'unavailable', patch)
}

function onPayment(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  if (state.name === 'confirming' || state.name === 'settling') {
    return onProgress(state, fact, payment)
  }
  const confirming = payment.transactions.find((one) => one.status === 'confirming')
  if (CHOOSING.has(state.name) || state.name === 'locked') {
    if (confirming !== undefined) return settleElsewhere(state, fact, confirming)
  }
  const isFree = state.note?.code === 'locked_device' && !isAttemptLive(payment)
  if (state.name === 'locked' && isFree) return chooseAgain(state, fact)
  return stay(state)
}

/** The service has seen the payment: its count of confirmations is the one that matters. */
function onProgress(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const ours = payment.transactions.filter(
    (one) => one.txHash.toLowerCase() === state.hash?.toLowerCase(),
  )
  const [first] = ours
  if (first === undefined) return stay(state)
  const confirmations = { current: first.confirmations, required: first.requiredConfirmations }
  if (ours.some((one) => one.status === 'confirming')) return stay(state, { confirmations })
  if (!isPartlyPaid(payment)) return confirmed(state, first.txHash, confirmations)
  const signal: Effect = { type: 'emit', signal: { type: 'partial', payment } }
  const effects = [...finish(state, 'done'), signal]
  return enter(state, fact, 'partial', { confirmations, plan: null }, effects)
}

/** Reasons that pass by themselves: they never end what the payer is doing. */
const TRANSIENT = new Set(['offline', 'server', 'rate_limited'])

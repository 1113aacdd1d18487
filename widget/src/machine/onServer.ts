import type { PaymentMetadata } from '../paymentMetadata.ts'
import {
  chooseAgain,
  confirmed,
  followAlsoSent,
  giveUp,
  openRest,
  searchPayment,
} from './attemptMoves.ts'
import { isUnanswered } from './attemptReadings.ts'
import { onTransferElsewhere, processElsewhere, settleElsewhere } from './elsewhere.ts'
import type { ServerAnswer, Stamped } from './fact.ts'
import { enter, finish, stay, succeed } from './moves.ts'
import { note } from './notes.ts'
import { endOfCrossing, withTransfer } from './onTransfer.ts'
import { findConfirming, isAttemptLive, isPartlyPaid } from './readings.ts'
import {
  isChoosing,
  isHolding,
  isIn,
  isMaybeSent,
  type State,
  type StateOf,
  type Transition,
} from './state.ts'
import { TRANSIENT } from './transient.ts'

/** Handles the service's responses to polls. */
export function onServer(state: State, fact: Stamped, answer: ServerAnswer): Transition {
  if (state.name === 'idle' || state.name === 'loading') return stay(state)
  return (
    endOfCrossing(state, fact, answer) ??
    onTransferElsewhere(state, fact, answer) ??
    onAnswer(state, fact, answer)
  )
}

function onAnswer(before: State, fact: Stamped, answer: ServerAnswer): Transition {
  const state = withTransfer(before, answer.payment)
  if (answer.kind === 'completed') return succeed(state, fact, answer.payment)
  const known = { ...state, payment: answer.payment ?? state.payment }
  if (answer.kind === 'processing') return onProcessing(known, fact, answer.payment)
  if (answer.kind === 'payment') return onPayment(known, fact, answer.payment)
  const isEnd = !TRANSIENT.has(answer.reason) && !isMaybeSent(state)
  return isEnd && state.name !== 'succeeded' && state.name !== 'failed'
    ? unavailable(known, fact, answer)
    : stay(known)
}

/** Shows that the payment cannot be paid now. */
export function unavailable(
  state: State,
  fact: Stamped,
  answer: Extract<ServerAnswer, { kind: 'unavailable' }>,
): Transition {
  const patch = {
    payment: answer.payment ?? state.payment,
    unavailable: { reason: answer.reason, retryAt: answer.retryAt },
  }
  return isHolding(state)
    ? giveUp(state, fact, 'unavailable', patch)
    : enter(state, fact, 'unavailable', patch)
}

function onPayment(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  if (state.name === 'confirming' || state.name === 'settling') {
    return onProgress(state, fact, payment)
  }
  const isIdle = isChoosing(state) || state.name === 'locked'
  if (isIdle && findConfirming(payment) !== undefined) return settleElsewhere(state, fact, payment)
  const { code } = state.note ?? {}
  const isFree = code === 'safe_waiting' || (code === 'locked_device' && !isAttemptLive(payment))
  if (state.name === 'locked' && isFree) return chooseAgain(state, fact)
  return stay(state)
}

/** Handles a payment whose whole remainder is being paid: the wallet must receive no further request. */
function onProcessing(state: State, fact: Stamped, payment: PaymentMetadata | null): Transition {
  if (isHolding(state)) {
    const next = processElsewhere(state, fact, payment)
    return { state: next.state, effects: [...finish(state, 'abandoned'), ...next.effects] }
  }
  // With nothing on chain, a Safe waits for its signers: that reveals nothing about this page's wallet.
  const isOnChain = payment === null || findConfirming(payment) !== undefined
  if (!isOnChain && isIn(state, ASKED)) return stay(state)
  switch (state.name) {
    case 'confirming':
    case 'settling':
      return payment === null ? stay(state) : onProgress(state, fact, payment)
    case 'signing':
      // The wallet also has a request from this page: the confirming transaction may be its own, or another payer's.
      return settleElsewhere(state, fact, payment, { note: note({ code: 'paid_elsewhere' }) })
    case 'unknown':
    case 'resuming':
      return settleElsewhere(state, fact, payment, {})
    case 'broadcasting':
    case 'succeeded':
    case 'failed':
      return stay(state)
    default:
      return processElsewhere(state, fact, payment)
  }
}

/** Handles a payment that the service has seen: the service's count of confirmations decides. */
function onProgress(
  state: StateOf<'confirming' | 'settling'>,
  fact: Stamped,
  payment: PaymentMetadata,
): Transition {
  const ours = payment.transactions.filter(
    (one) => one.txHash.toLowerCase() === state.hash?.toLowerCase(),
  )
  const [first] = ours
  if (first === undefined) return stay(state)
  const confirmations = { current: first.confirmations, required: first.requiredConfirmations }
  if (ours.some((one) => one.status === 'confirming')) return stay(state, { confirmations })
  if (!isPartlyPaid(payment)) return confirmed(state, first.txHash, confirmations)
  // The outcome of this wallet's request and its other payments must be known before any payer pays the remainder.
  if (isUnanswered(state)) return searchPayment(state, fact, 'unknown', { hash: null })
  const next = followAlsoSent(state, fact, 'done', { isPart: true })
  return next ?? openRest({ ...state, payment }, fact, 'done', { confirmations })
}

/** The wallet has the request, and has not responded. */
const ASKED = ['signing', 'unknown', 'resuming'] as const

import type { ErrorCode } from '../codes.ts'
import type { BridgeTransfer } from '../crossing.ts'
import type { MoneyState } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { alsoOf, fail, followAlsoSent, openRest, searchPayment } from './attemptMoves.ts'
import { isUnanswered } from './attemptReadings.ts'
import type { ServerAnswer, Stamped } from './fact.ts'
import { findTransfer } from './findTransfer.ts'
import { isPartlyPaid } from './readings.ts'
import { isIn, type State, type Transition } from './state.ts'

/** Returns the state with the service's latest data about the payment over a bridge in progress. */
export function withTransfer(state: State, payment: PaymentMetadata | null): State {
  if (!state.crossing || payment === null) return state
  const transfer = findTransfer(payment, state.hash)
  return { ...state, crossing: { ...state.crossing, transfer } }
}

/**
 * Returns the end, other than "paid", of a payment over a bridge, according to the service; null if there is none. A bridge that does
 * not respond is not an end: the payment may still arrive.
 */
export function endOfCrossing(
  before: State,
  fact: Stamped,
  answer: ServerAnswer,
): Transition | null {
  if (answer.kind === 'completed' || answer.payment === null || !before.crossing) return null
  if (!isIn(before, ['confirming', 'settling'])) return null
  const { payment } = answer
  const state = { ...withTransfer(before, payment), payment }
  const transfer = state.crossing?.transfer
  if (!transfer) return null
  const isPart = transfer.isCounted && isPartlyPaid(payment)
  // The counted amount and the transfer's outcome are read one after the other: only the second read has both.
  const isSure = before.crossing.transfer?.status === transfer.status
  const failure = failureOf(transfer, isSure)
  if (!isPart && failure === null) return null
  // The outcome of this wallet's request and its other payments must be known before any payer pays again.
  const { isElsewhere } = before.crossing
  const patch = isElsewhere ? forgetOthers(state) : {}
  if (isUnanswered(before)) return searchPayment(state, fact, 'unknown', patch)
  const own = { ...state, ...patch }
  if (isPart) {
    return followAlsoSent(own, fact, 'done', { isPart }) ?? openRest(state, fact, 'done')
  }
  const next = isElsewhere ? followAlsoSent(own, fact, 'dropped') : null
  return next ?? (failure === null ? null : fail(state, fact, failure, 'dropped'))
}

/** This page's own attempt replaces the display of another payer's payment. */
function forgetOthers(state: State) {
  const { attemptId } = state
  const own = attemptId === null ? undefined : alsoOf(state).crossings[attemptId]
  return { crossing: own ?? null, hash: null, transactions: [] }
}

function failureOf(
  { status, isCounted }: BridgeTransfer,
  isSure: boolean,
): { code: ErrorCode; moneyState: MoneyState; recoverable: boolean } | null {
  switch (status) {
    case 'refunded':
      return { code: 'bridge_refunded', moneyState: 'refunded', recoverable: true }
    case 'failed':
      return { code: 'bridge_failed', moneyState: 'sent', recoverable: false }
    case 'foreign':
      return { code: 'bridge_not_counted', moneyState: 'sent', recoverable: false }
    case 'partial':
    case 'completed':
      return isCounted || !isSure
        ? null
        : { code: 'bridge_not_counted', moneyState: 'sent', recoverable: false }
    default:
      return null
  }
}

import type { BridgeTransfer } from '../crossing.ts'
import { findSource } from '../findSource.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { fail } from './attemptMoves.ts'
import { explorerUrl, isCalled } from './attemptReadings.ts'
import type { ServerAnswer, Stamped } from './fact.ts'
import { findLost, findUnderWay } from './findTransfer.ts'
import { announce, enter, finish, stay } from './moves.ts'
import { note } from './notes.ts'
import { open } from './opening.ts'
import { findConfirming, isAttemptLive } from './readings.ts'
import {
  type Entry,
  isChoosing,
  isHolding,
  isIn,
  type Of,
  type State,
  type StateOf,
  type Transition,
} from './state.ts'

/**
 * Decides what this device shows without its own attempt while another payer may be paying: that payment, a lock, or a new
 * choice.
 */
export function onTaken(state: State, fact: Of<'loaded'>): Transition {
  const { answer } = fact
  if (state.name !== 'loading' || answer.kind === 'completed' || answer.kind === 'unavailable') {
    return stay(state)
  }
  const { kind, payment } = answer
  const known = { ...state, payment: payment ?? state.payment }
  const transfer = findUnderWay(answer)
  if (payment !== null && transfer !== null) {
    return announce(follow(known, fact, payment, transfer), payment, false)
  }
  if (kind === 'processing' || findConfirming(payment) !== undefined) {
    return announce(processElsewhere(known, fact, payment), payment, false)
  }
  if (isAttemptLive(payment)) {
    return announce(lockedByDevice(known, fact, payment), payment, false)
  }
  const lost = findLost(answer)
  if (lost !== null) {
    // While the money may still arrive, another payment could be a double one. Later, the payer may pay again, but never without notice.
    const { state: followed } = follow(known, fact, payment, lost)
    const recoverable = lost.isFollowed !== true
    const failure = { code: 'bridge_failed', moneyState: 'sent', recoverable } as const
    return announce(fail(followed, fact, failure, 'dropped'), payment, false)
  }
  return open(known, fact, payment)
}

/** No attempt of this page is in progress. */
const NOT_ASKED = { attempt: null, attemptId: null, plan: null } as const

/** Shows that another payer is paying: on chain or, before any transaction, through a Safe whose signers decide. */
export function processElsewhere(
  state: State,
  fact: Stamped,
  payment: PaymentMetadata | null,
): Transition {
  if (payment === null || findConfirming(payment) !== undefined) {
    return settleElsewhere(state, fact, payment)
  }
  const waiting = note({ code: 'safe_waiting' })
  if (state.name === 'locked' && state.note?.code === waiting.code) return stay(state, { payment })
  return enter(state, fact, 'locked', { ...NOT_ASKED, payment, note: waiting })
}

/** Waits for a payment from elsewhere that is on chain, as for this device's own payment. */
export function settleElsewhere(
  state: State,
  fact: Stamped,
  payment: PaymentMetadata | null,
  patch: Entry<State, 'settling'> = NOT_ASKED,
): Transition {
  const seen = payment === null ? undefined : findConfirming(payment)
  const confirmations = seen
    ? { current: seen.confirmations, required: seen.requiredConfirmations }
    : null
  return enter(state, fact, 'settling', { ...patch, hash: seen?.txHash ?? null, confirmations })
}

/**
 * A payment from another chain that this page did not send is in flight. A payer who is about to pay sees it instead, because another
 * payment would be a double payment. Null if there is none, or if this page follows one of its own.
 */
export function onTransferElsewhere(
  state: State,
  fact: Stamped,
  answer: ServerAnswer,
): Transition | null {
  const { payment } = answer
  const transfer = isOpen(state) ? findUnderWay(answer) : null
  if (payment === null || transfer === null) return null
  const next = follow({ ...state, payment }, fact, payment, transfer)
  if (isHolding(state)) {
    return { state: next.state, effects: [...finish(state, 'abandoned'), ...next.effects] }
  }
  const isAsked = state.name === 'signing' || (state.name === 'settling' && state.plan !== null)
  if (!isAsked) return next
  // The wallet has a request here as well: the payer must decline its prompt, and the element waits for its response.
  const { attemptId, plan } = state
  const told = note({ code: 'paid_elsewhere' })
  return { ...next, state: { ...next.state, attemptId, plan, note: told } }
}

/** Returns whether this page may still start a payment, or only shows the report of another payer's payment. */
function isOpen(state: State): boolean {
  const { name, hash } = state
  if (name === 'settling') return hash === null && !isCalled(state)
  return isChoosing(state) || isHolding(state) || isIn(state, OTHERS)
}

const OTHERS = ['signing', 'locked', 'partial'] as const

function follow(
  state: State,
  fact: Stamped,
  payment: PaymentMetadata,
  transfer: BridgeTransfer,
): Transition<StateOf<'settling'>> {
  const { txHash: hash, chain, token: symbol, sourceAmount } = transfer
  const source = findSource(chain)
  const chainId = source?.chainId ?? 0
  const crossing = {
    sourceName: source?.name ?? chain,
    destinationName: payment.chain.name,
    chainId,
    explorerUrl: source?.explorerUrl ?? null,
    cost: sourceAmount === null ? null : { symbol, amount: sourceAmount },
    isElsewhere: true,
    transfer,
  }
  const link = explorerUrl({ ...state, crossing }, hash)
  const sent = { hash, chainId, kind: 'pay', explorerUrl: link } as const
  const fresh = { attempt: null, attemptId: null, plan: null, verified: null, confirmations: null }
  return enter(state, fact, 'settling', { ...fresh, crossing, hash, transactions: [sent] })
}

function lockedByDevice(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const last = payment.lastAttempt
  const attempt = last && {
    id: last.attemptPrefix ?? '',
    phase: last.phase,
    walletMasked: last.wallet,
    networkName: payment.chain.name,
    startedAt: Date.parse(last.createdAt),
  }
  return enter(state, fact, 'locked', { attempt, note: note({ code: 'locked_device' }) })
}

import type { AttemptRecord } from '../effects/attemptRecord.ts'
import type { Effect } from '../effects/effect.ts'
import type { ServerAnswer, Stamped } from '../effects/fact.ts'
import type { PaymentMetadata, PaymentTransaction } from '../model.ts'
import {
  chooseAgain,
  confirmed,
  enter,
  finish,
  giveUp,
  lookForPayment,
  note,
  stay,
  succeed,
  watch,
} from './moves.ts'
import { attemptView, explorerUrl, isAttemptLive, isPartlyPaid } from './readings.ts'
import { CHOOSING, HOLDING, MAYBE_SENT, type Of, type State, type Transition } from './state.ts'

/** The payment and this device's record of it: where the page begins, or goes on. */
export function onLoaded(state: State, fact: Of<'loaded'>): Transition {
  const { answer, record } = fact
  const withRecord = record === null ? state : { ...state, attemptId: record.id }
  if (answer.kind === 'completed') {
    const done = succeed(withRecord, fact, answer.payment)
    return announce(done, answer.payment, false)
  }
  const known = { ...withRecord, payment: answer.payment ?? state.payment }
  if (record !== null && (record.phase === 'signing' || record.phase === 'broadcast')) {
    return announce(resume(known, fact, record), answer.payment, true)
  }
  if (answer.kind === 'unavailable') return unavailable(known, fact, answer)
  const next =
    record === null ? arrive(known, fact, answer.payment) : stopEarly(known, fact, record)
  return announce(next, answer.payment, record !== null)
}

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

function announce(next: Transition, payment: PaymentMetadata | null, resumed: boolean): Transition {
  if (payment === null) return next
  const ready: Effect = { type: 'emit', signal: { type: 'ready', payment, resumed } }
  const { attempt } = next.state
  const effects: readonly Effect[] =
    resumed && attempt !== null
      ? [ready, { type: 'emit', signal: { type: 'resume', attempt } }]
      : [ready]
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** The wallet was asked before this page was loaded. */
function resume(state: State, fact: Of<'loaded'>, record: AttemptRecord): Transition {
  const patch = {
    attempt: attemptView(record),
    attemptId: record.id,
    plan: { needsSwitch: false, kinds: record.steps, index: record.stepIndex },
  }
  if (record.txHash !== null) {
    const sent = {
      hash: record.txHash,
      chainId: record.chainId,
      kind: 'pay',
      explorerUrl: explorerUrl(state, record.txHash),
    } as const
    return watch(state, fact, { ...patch, hash: record.txHash, transactions: [sent] })
  }
  if (fact.isLockedElsewhere) {
    return enter(state, fact, 'locked', { ...patch, note: note({ code: 'locked_tab_signing' }) })
  }
  return lookForPayment({ ...state, ...patch }, fact, 'resuming')
}

/** The page was left before the payment was asked of the wallet. */
function stopEarly(state: State, fact: Of<'loaded'>, record: AttemptRecord): Transition {
  const attempt = attemptView(record)
  if (fact.isLockedElsewhere) {
    const patch = {
      attempt,
      attemptId: null,
      canTakeOver: true,
      note: note({ code: 'locked_tab' }),
    }
    return enter(state, fact, 'locked', patch)
  }
  const isApproved = record.phase === 'approved'
  return giveUp(state, fact, 'connect', isApproved ? { note: note({ code: 'approval_kept' }) } : {})
}

/** No attempt of this device: what the service knows decides. */
function arrive(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const confirming = payment.transactions.find((one) => one.status === 'confirming')
  if (confirming !== undefined) return settleElsewhere(state, fact, confirming)
  if (isAttemptLive(payment)) return lockedByDevice(state, fact, payment)
  return enter(state, fact, isPartlyPaid(payment) ? 'partial' : 'connect')
}

function settleElsewhere(state: State, fact: Stamped, seen: PaymentTransaction): Transition {
  return enter(state, fact, 'settling', {
    hash: seen.txHash,
    attempt: null,
    confirmations: { current: seen.confirmations, required: seen.requiredConfirmations },
  })
}

function lockedByDevice(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const last = payment.lastAttempt
  const attempt = last && {
    id: last.attemptId,
    phase: last.phase,
    walletMasked: last.wallet,
    networkName: payment.chain.name,
    startedAt: Date.parse(last.createdAt),
  }
  return enter(state, fact, 'locked', { attempt, note: note({ code: 'locked_device' }) })
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

import { alsoOf, giveUp, readFee, reviewAgain, searchPayment } from './attemptMoves.ts'
import { isCalled, isUnanswered, withTransaction } from './attemptReadings.ts'
import type { Effect } from './effect.ts'
import type { Stamped } from './fact.ts'
import { enter, finish, stay } from './moves.ts'
import { note } from './notes.ts'
import {
  isApproving,
  isHolding,
  isMaybeSent,
  type Of,
  type State,
  type StateOf,
  type StepPlan,
  type Transition,
} from './state.ts'

/** Handles a wallet's request that ended without a hash: the chain decides whether the payment was sent. */
export function onLost(state: State, fact: Of<'lost'>): Transition {
  return (state.name === 'signing' || isCalled(state)) && state.attemptId === fact.attemptId
    ? searchPayment(state, fact)
    : stay(state)
}

/** Handles the steps before the payment, while the locks are held. */
export function onStep(
  state: State,
  fact: Of<
    'ready' | 'requote' | 'switched' | 'step_failed' | 'permitting' | 'step_sent' | 'step_mined'
  >,
): Transition {
  if (state.name === 'review' && fact.type === 'requote') {
    const { verified } = fact
    const { effects, networkFee } = readFee({ ...state, verified })
    const changed = { verified, networkFee, note: note({ code: 'payment_changed' }) }
    return enter(state, fact, 'review', changed, effects)
  }
  if (!isHolding(state)) return stay(state)
  switch (fact.type) {
    case 'ready': {
      if (state.name !== 'preparing') return stay(state)
      const { needsSwitch, verified } = fact
      const plan = { needsSwitch, kinds: verified.review.steps, index: 0, hashes: {} }
      const ready = { ...state, verified, plan }
      return needsSwitch
        ? enter(ready, fact, 'switching', {}, [{ type: 'switch' }])
        : nextStep(ready, fact)
    }
    case 'requote':
      return reviewAgain(state, fact, {
        account: state.account,
        verified: fact.verified,
        note: note({ code: 'payment_changed' }),
      })
    case 'switched': {
      if (state.name !== 'switching') return stay(state)
      return nextStep({ ...state, account: { ...state.account, chainId: fact.chainId } }, fact)
    }
    case 'step_failed':
      return reviewAgain(state, fact, {
        account: state.account,
        verified: fact.verified ?? state.verified,
        note: note(fact.note),
      })
    case 'permitting': {
      if (!isApproving(state)) return stay(state)
      const name = fact.isAsked ? 'permitting' : 'approving'
      const plan = { ...state.plan, hashes: {} }
      const asked = { ...state, name, plan, waitingSince: fact.at, waiting: 'none' } as const
      return { state: asked, effects: [] }
    }
    case 'step_sent': {
      const transactions = fact.isRelayed
        ? state.transactions
        : withTransaction(state, fact.kind, fact.hash)
      if (state.name === 'preparing') return stay(state, { transactions })
      const hashes = { ...state.plan.hashes, [state.plan.index]: fact.hash }
      const plan = { ...state.plan, hashes }
      return stay(state, { transactions, plan, waitingSince: null, waiting: 'none' })
    }
    case 'step_mined': {
      if (!isApproving(state)) return stay(state)
      return nextStep({ ...state, plan: { ...state.plan, index: state.plan.index + 1 } }, fact)
    }
    default:
      return fact satisfies never
  }
}

/** Sends the wallet the request for the plan's current step. */
export function nextStep(state: Stepping, fact: Stamped): Transition {
  const kind = state.plan.kinds[state.plan.index]
  if (kind === undefined) return stay(state)
  const { attemptId, attempt } = state
  if (kind !== 'pay') {
    const name = kind === 'approve' ? 'approving' : 'resetting'
    return enter(state, fact, name, { attempt }, [{ type: 'approve', kind, attemptId }])
  }
  const signing = attempt && { ...attempt, phase: 'signing', startedAt: fact.at }
  return enter(state, fact, 'signing', { attempt: signing }, [{ type: 'pay', attemptId }])
}

type Stepping = StateOf<
  'preparing' | 'switching' | 'resetting' | 'approving' | 'permitting' | 'signing'
> & { readonly plan: StepPlan }

/** Handles a hash that the wallet returned, at any time. */
export function onSent(state: State, fact: Of<'sent'>): Transition {
  const { attemptId, hash } = fact
  const isOurs = state.attemptId === attemptId
  const record: Effect = { type: 'record', attemptId, hash }
  const isSame = state.hash?.toLowerCase() === hash.toLowerCase()
  const sent = { attemptId, hash }
  const also = alsoOf(state)
  const others = also.sent.filter((one) => one.attemptId !== attemptId)
  const twice = {
    note: note({ code: 'paid_twice' }),
    also: { ...also, sent: isOurs ? [sent, ...others] : [...others, sent] },
  }
  if (state.name === 'succeeded') return isSame ? stay(state) : stay(state, twice, [record])
  if (isOurs && state.name === 'settling' && state.hash !== null) {
    // The transaction that the service saw is this payment, or another one that made this payment superfluous.
    const told = others.length > 0 ? state.note : null
    const own = { note: told, transactions: withTransaction(state, 'pay', hash) }
    return stay(state, isSame ? own : twice, [record])
  }
  if (isMaybeSent(state) && state.hash !== null) {
    return isOurs || isSame ? stay(state) : stay(state, twice, [record])
  }
  // The wallet sent a payment whose attempt was discarded: it is in flight, and the payer must decline the later
  // request.
  const isAskedAgain = isMaybeSent(state) && !isOurs
  const release = isAskedAgain || (isHolding(state) && !isOurs)
  const told = isAskedAgain ? note({ code: 'paid_elsewhere' }) : null
  const crossing = (isOurs ? state.crossing : also.crossings[attemptId]) ?? null
  const transactions = withTransaction({ ...state, crossing }, 'pay', hash)
  const patch = { attemptId, hash, crossing, transactions, note: told }
  return enter(state, fact, 'broadcasting', patch, [
    ...(release ? finish(state, 'abandoned') : []),
    record,
  ])
}

/** Handles the proof that the wallet sent nothing. */
export function onNotSent(state: State, fact: Of<'not_sent'>): Transition {
  const isAsked = state.name === 'signing' || state.name === 'unknown' || isCalled(state)
  if (state.attemptId !== fact.attemptId) return stay(state)
  if (!isAsked && state.name === 'settling' && isUnanswered(state)) {
    // The payer declined as instructed: the element now waits for the other payer's payment.
    const told = state.note?.code === 'paid_twice' ? state.note : null
    const own = { attempt: null, attemptId: null, plan: null, note: told }
    return stay(state, own, finish(state, 'abandoned'))
  }
  if (!isAsked) return stay(state)
  const { account } = state
  const verified = fact.verified ?? state.verified
  const told = { note: note(fact.note) }
  return account !== null && verified !== null
    ? reviewAgain(state, fact, { account, verified, ...told })
    : giveUp(state, fact, 'connect', told)
}

import type { Model, MoneyState, StateName } from '../model.ts'
import { withTransaction } from './attemptReadings.ts'
import type { Effect, Outcome } from './effect.ts'
import type { Stamped } from './fact.ts'
import { enter, finish, stay } from './moves.ts'
import { note } from './notes.ts'
import {
  type Also,
  type Entry,
  type Failure,
  isMaybeSent,
  type Shared,
  type State,
  type StateOf,
  type Transition,
} from './state.ts'

/** Ends the attempt as not sent, releases the locks, and returns to the choice, unless the wallet sent another payment. */
export function giveUp<S extends State, N extends StateName>(
  state: S,
  fact: Stamped,
  name: N,
  patch: Entry<S, N>,
  effects: readonly Effect[] = [],
): Transition {
  const also = followAlsoSent(state, fact, 'abandoned')
  if (also !== null) return also
  return enter(state, fact, name, { plan: null, hash: null, ...patch }, [
    ...finish(state, 'abandoned'),
    ...effects,
  ])
}

/**
 * Ends the attempt as not sent, and returns to its review. Reads the network fee again: after a rejected signature or a mined approval,
 * the payment has other transactions.
 */
export function reviewAgain(
  state: State,
  fact: Stamped,
  patch: Entry<StateOf<'preparing'>, 'review'> & Pick<StateOf<'review'>, 'account' | 'verified'>,
): Transition {
  const { effects, networkFee } = readFee({ ...state, ...patch })
  return giveUp(state, fact, 'review', { ...patch, networkFee }, effects)
}

/** Returns the effect that reads the estimated network fee, and its value until then: undefined if the service estimates none. */
export function readFee({
  verified,
  account,
  optionId,
}: Pick<Shared, 'verified' | 'account' | 'optionId'>): {
  readonly networkFee: null | undefined
  readonly effects: readonly Effect[]
} {
  // Neither of payments from another chain nor of a Safe, whose signers pay the fee.
  const isKnown = verified?.bridge === undefined && account?.wallet.kind !== 'safe'
  return isKnown && optionId !== null
    ? { networkFee: null, effects: [{ type: 'load_fee', optionId }] }
    : { networkFee: undefined, effects: [] }
}

/** Reads the account and its options again if there is an account; otherwise shows the wallets. */
export function chooseAgain(state: State, fact: Stamped, patch: Partial<Shared> = {}): Transition {
  const fresh = { options: [], optionId: null, verified: null, ...patch }
  return state.account
    ? enter(state, fact, 'connecting', fresh, [{ type: 'load_options' }])
    : enter(state, fact, 'connect', fresh)
}

/**
 * Ends the attempt, and reports where the money is. First follows the other payments that the wallet sent. If several payments have ended,
 * reports the most serious outcome. After a partial payment, the remainder stays payable.
 */
export function fail(state: State, fact: Stamped, failure: Failure, outcome: Outcome): Transition {
  const { failure: before, isPart } = alsoOf(state)
  // A choice that the payer has made since then has its own end.
  const isGraver =
    isMaybeSent(state) &&
    before !== null &&
    GRAVITY[before.moneyState] >= GRAVITY[failure.moneyState]
  const worst = isGraver ? before : failure
  const next = followAlsoSent(state, fact, outcome, { failure: worst })
  if (next !== null) return next
  if (isPart && isMaybeSent(state) && worst.recoverable) return openRest(state, fact, outcome)
  const supportCode = (state.attemptId ?? state.payment?.token ?? '').slice(0, 8)
  return enter(state, fact, 'failed', { error: { ...worst, supportCode } }, finish(state, outcome))
}

const GRAVITY: Readonly<Record<MoneyState, number>> = {
  untouched: 0,
  'fee-only': 1,
  refunded: 2,
  'maybe-sent': 3,
  sent: 4,
}

/** Ends the attempt after the service has reported a partial payment, and leaves the remainder payable. */
export function openRest(
  state: State,
  fact: Stamped,
  outcome: Outcome,
  patch: Partial<Shared> = {},
): Transition {
  const { payment } = state
  const signals: readonly Effect[] =
    payment === null ? [] : [{ type: 'emit', signal: { type: 'partial', payment } }]
  const effects = [...finish(state, outcome), ...signals]
  return enter(state, fact, 'partial', { ...REST_IS_OPEN, ...patch }, effects)
}

/** Follows the payment on chain; does nothing without an attempt and a hash. */
export function watch(
  state: State,
  fact: Stamped,
  patch: Partial<Shared> & Partial<Pick<StateOf<'confirming'>, 'attempt'>> = {},
): Transition {
  const { attemptId, hash }: Shared = { ...state, ...patch }
  if (attemptId === null || hash === null) return stay(state)
  return enter(state, fact, 'confirming', { ...patch, attemptId, hash }, [
    { type: 'watch', attemptId, hash },
  ])
}

/** Returns the known payments, other than the one that is followed. */
export function alsoOf({ also }: Pick<Shared, 'also'>): Also {
  return also ?? { sent: [], crossings: {}, failure: null, isPart: false }
}

/** Ends the attempt that is followed, and follows another payment that the wallet also sent; null if there is none. */
export function followAlsoSent(
  state: State,
  fact: Stamped,
  outcome: Outcome,
  end: Partial<Pick<Also, 'failure' | 'isPart'>> = {},
): Transition | null {
  const also = alsoOf(state)
  const [sent, ...others] = also.sent
  if (sent === undefined) return null
  const from = { ...state, crossing: also.crossings[sent.attemptId] ?? null }
  const next = watch(from, fact, {
    ...sent,
    crossing: from.crossing,
    transactions: withTransaction(from, 'pay', sent.hash),
    confirmations: null,
    also: { ...also, ...end, sent: others },
  })
  if (sent.attemptId === state.attemptId) return next
  // Ending the first attempt removes the record that a reload searches for, and releases its locks, so the next attempt is recorded again.
  const effects = [...finish(state, outcome), { type: 'record', ...sent } as const, ...next.effects]
  return { state: next.state, effects }
}

/** Follows calls that have no transaction yet; a Safe's calls wait for its signers. */
export function followCalls(
  state: State,
  fact: Stamped,
  isSafe: boolean,
  patch: Partial<Shared> & Partial<Pick<StateOf<'settling'>, 'attempt'>> = {},
): Transition {
  const { attemptId }: Shared = { ...state, ...patch }
  if (attemptId === null) return stay(state)
  const waiting = isSafe ? note({ code: 'safe_waiting' }) : null
  const called = { ...patch, attemptId, hash: null, note: waiting }
  return enter(state, fact, isSafe ? 'settling' : 'broadcasting', called, [
    { type: 'follow_calls', attemptId },
  ])
}

/** Searches the chain for a payment whose wallet request has no response. */
export function searchPayment(
  state: State,
  fact: Stamped,
  name: 'unknown' | 'resuming' = 'unknown',
  patch: Partial<Shared> & Partial<Pick<StateOf<'resuming'>, 'attempt'>> = {},
): Transition {
  const { attemptId }: Shared = { ...state, ...patch }
  if (attemptId === null) return stay(state)
  return enter(state, fact, name, { ...patch, attemptId, note: note({ code: 'checking' }) }, [
    { type: 'reconcile', attemptId },
  ])
}

/** Ends an attempt that is proven, or confirmed by the payer, to have sent nothing, and returns to the choice. */
export function afterNoPayment(state: State, fact: Stamped): Transition {
  const also = followAlsoSent(state, fact, 'abandoned')
  if (also !== null) return also
  const patch = { note: note({ code: 'not_sent' }), hash: null, plan: null }
  const next = chooseAgain(state, fact, patch)
  return { state: next.state, effects: [...finish(state, 'abandoned'), ...next.effects] }
}

/** After a partial payment, data that was read for the whole does not apply to the remainder. */
const REST_IS_OPEN = { plan: null, verified: null, options: [], optionId: null } as const

/** Reports, once per payment, that it has enough confirmations for this device; only the service decides whether it is paid. */
export function confirmed(
  state: StateOf<'confirming' | 'settling'>,
  hash: string,
  confirmations: NonNullable<Model['confirmations']>,
): Transition {
  if (state.name === 'settling') return stay(state, { confirmations })
  const signal = { type: 'confirmed', hash, confirmations: confirmations.current } as const
  const settling = { ...state, name: 'settling', confirmations } as const
  return { state: settling, effects: [{ type: 'emit', signal }] }
}

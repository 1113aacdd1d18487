import type { Effect, Outcome } from '../effects/effect.ts'
import type { NoteFact, Refusal, Stamped } from '../effects/fact.ts'
import type { Model, MoneyState, NoteCode, PaymentMetadata, StateName } from '../model.ts'
import { MAYBE_SENT, type State, type Transition } from './state.ts'

/** Same state and operation. */
export function stay(
  state: State,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  return { state: { ...state, ...patch }, effects }
}

/** A new operation: what belonged to the last one is cleared, its effects abort. */
export function enter(
  state: State,
  fact: Stamped,
  name: StateName,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  const cleared = {
    note: null,
    error: null,
    unavailable: null,
    attempt: MAYBE_SENT.has(name) ? state.attempt : null,
    canDiscard: false,
    canTakeOver: false,
    waiting: 'none',
    waitingSince: WAITING.has(name) ? fact.at : null,
  } as const
  return { state: { ...state, ...cleared, ...patch, name, run: state.run + 1 }, effects }
}

/** End the attempt as not sent, release the locks, and go where the payer can choose again. */
export function giveUp(
  state: State,
  fact: Stamped,
  name: StateName,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  return enter(state, fact, name, { plan: null, hash: null, ...patch }, [
    ...finish(state, 'abandoned'),
    ...effects,
  ])
}

/** Read account and options again when there is an account, else ask for a wallet. */
export function chooseAgain(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const fresh = { options: [], optionId: null, review: null, ...patch }
  const account = 'account' in patch ? patch.account : state.account
  return account
    ? enter(state, fact, 'connecting', fresh, [{ type: 'load_options' }])
    : enter(state, fact, 'connect', fresh)
}

/** Forget the account and ask for a wallet. */
export function toWallets(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const fresh = { account: null, options: [], optionId: null, review: null, ...patch }
  const effects: readonly Effect[] = state.account === null ? [] : [{ type: 'disconnect' }]
  return enter(state, fact, 'connect', fresh, effects)
}

/** End the attempt, and say where the money is. */
export function fail(
  state: State,
  fact: Stamped,
  failure: Refusal & { moneyState: MoneyState; recoverable: boolean },
  outcome: Outcome,
): Transition {
  const supportCode = (state.attemptId ?? state.payment?.token ?? '').slice(0, 8)
  const error = { ...failure, supportCode }
  return enter(state, fact, 'failed', { error }, finish(state, outcome))
}

/** Paid, by the service's word. Tells the page once, however often the service repeats it. */
export function succeed(state: State, fact: Stamped, payment: PaymentMetadata | null): Transition {
  const paid = payment ?? state.payment
  if (state.name === 'succeeded') return stay(state, { payment: paid })
  const signal: readonly Effect[] =
    state.hasSucceeded || paid === null
      ? []
      : [{ type: 'emit', signal: { type: 'success', payment: paid } }]
  const patch = {
    payment: paid,
    hasSucceeded: state.hasSucceeded || paid !== null,
    ...(state.name === 'signing' ? { note: note({ code: 'paid_elsewhere' }) } : {}),
  }
  return enter(state, fact, 'succeeded', patch, [...finish(state, 'done'), ...signal])
}

/** What ends the attempt of this device, if there is one. */
export function finish(state: State, outcome: Outcome): readonly Effect[] {
  return state.attemptId === null ? [] : [{ type: 'finish', attemptId: state.attemptId, outcome }]
}

/** Follow the payment on chain; nothing without an attempt and a hash. */
export function watch(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const next = { ...state, ...patch }
  if (next.attemptId === null || next.hash === null) return stay(state)
  return enter(state, fact, 'confirming', patch, [
    { type: 'watch', attemptId: next.attemptId, hash: next.hash },
  ])
}

/** Search the chain for a payment whose wallet gave no answer. */
export function lookForPayment(
  state: State,
  fact: Stamped,
  name: StateName = 'unknown',
): Transition {
  if (state.attemptId === null) return stay(state)
  return enter(state, fact, name, { note: note({ code: 'checking' }) }, [
    { type: 'reconcile', attemptId: state.attemptId },
  ])
}

/** It is certain, or the payer says, that nothing was sent: end the attempt and choose again. */
export function afterNoPayment(state: State, fact: Stamped): Transition {
  const patch = { note: note({ code: 'not_sent' }), hash: null, plan: null }
  const next = chooseAgain(state, fact, patch)
  return { state: next.state, effects: [...finish(state, 'abandoned'), ...next.effects] }
}

/** A note with its tone: an error is what the payer has to do something about. */
export function note(fact: NoteFact): NonNullable<Model['note']> {
  return { ...fact, tone: QUIET_NOTES.has(fact.code) ? 'info' : 'error' }
}

/** A wallet is waited for from the moment the state is entered. */
const WAITING: ReadonlySet<StateName> = new Set([
  'connecting',
  'switching',
  'resetting',
  'approving',
  'permitting',
  'signing',
])

const QUIET_NOTES: ReadonlySet<NoteCode> = new Set([
  'rejected',
  'switch_rejected',
  'approve_rejected',
  'account_changed',
  'auto_selected',
  'replaced_faster',
  'checking',
  'pending_in_wallet',
  'prompt_may_be_open',
  'nonce_unused',
  'not_found_yet',
  'not_sent',
  'approval_kept',
  'taken_over',
  'locked_tab',
  'locked_tab_signing',
  'locked_device',
  'payment_changed',
])

/** Deep enough for this device; the service has the last word. Once a payment. */
export function confirmed(
  state: State,
  hash: string,
  confirmations: NonNullable<Model['confirmations']>,
): Transition {
  if (state.name === 'settling') return stay(state, { confirmations })
  const signal = { type: 'confirmed', hash, confirmations: confirmations.current } as const
  return stay(state, { name: 'settling', confirmations }, [{ type: 'emit', signal }])
}

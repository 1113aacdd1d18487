import type { Model, StateName } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Effect, Outcome } from './effect.ts'
import type { NoteFact, Stamped } from './fact.ts'
import {
  type Entry,
  isHolding,
  isMaybeSent,
  isWaiting,
  type Loose,
  type Shared,
  type State,
  type StateOf,
  type Transition,
} from './state.ts'

/** Returns the same state and operation. */
export function stay<S extends State>(
  state: S,
  patch: Partial<S> = {},
  effects: readonly Effect[] = [],
): Transition<S> {
  return { state: { ...state, ...patch }, effects }
}

/** Starts a new operation: clears the state of the previous one, whose effects abort. */
export function enter<S extends State, N extends StateName>(
  state: S,
  fact: Stamped,
  name: N,
  patch: Entry<S, N>,
  effects: readonly Effect[] = [],
): Transition<StateOf<N>> {
  const {
    error,
    unavailable,
    attempt = null,
    canDiscard,
    canTakeOver,
    waiting,
    waitingSince,
    ...shared
  }: Loose = state
  const isSent = isMaybeSent({ name })
  const own = {
    ...((isSent || isHolding({ name }) || name === 'locked') && {
      attempt: isSent ? attempt : null,
    }),
    ...(isWaiting({ name }) && { waiting: 'none', waitingSince: fact.at }),
    ...(name === 'unknown' && { canDiscard: false }),
    ...(name === 'locked' && { canTakeOver: false }),
  }
  // `patch` has each member that the new state needs and that neither the previous state nor `own` has.
  const next = { ...shared, note: null, ...own, ...patch, name, run: state.run + 1 } as StateOf<N>
  return { state: next, effects }
}

/** Forgets the account and shows the wallets. */
export function toWallets(state: State, fact: Stamped, patch: Partial<Shared> = {}): Transition {
  const fresh = { account: null, options: [], optionId: null, verified: null, ...patch }
  const effects: readonly Effect[] = state.account === null ? [] : [{ type: 'disconnect' }]
  return enter(state, fact, 'connect', fresh, effects)
}

/** Shows the payment as paid, as the service confirmed. Notifies the page once, however often the service repeats the report. */
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
    // The notes for an open prompt and for a second payment remain.
    note:
      state.name === 'signing'
        ? openingNote({ code: 'paid_elsewhere' })
        : state.note?.code.startsWith('paid_')
          ? state.note
          : null,
  }
  return enter(state, fact, 'succeeded', patch, [...finish(state, 'done'), ...signal])
}

/** Returns the effects that end this device's attempt, if there is one. */
export function finish(state: Pick<Shared, 'attemptId'>, outcome: Outcome): readonly Effect[] {
  return state.attemptId === null ? [] : [{ type: 'finish', attemptId: state.attemptId, outcome }]
}

/** Notifies the page of the first data that was read. */
export function announce(
  next: Transition,
  payment: PaymentMetadata | null,
  resumed: boolean,
): Transition {
  if (payment === null) return next
  const ready: Effect = { type: 'emit', signal: { type: 'ready', payment, resumed } }
  const { attempt = null }: Loose = next.state
  const effects: readonly Effect[] =
    resumed && attempt !== null
      ? [ready, { type: 'emit', signal: { type: 'resume', attempt } }]
      : [ready]
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** Returns a note before a wallet is connected, with its tone; notes.ts has the notes of `paying`. */
export function openingNote(fact: NoteFact): NonNullable<Model['note']> {
  return { tone: fact.code === 'rejected' ? 'info' : 'error', ...fact }
}

import type { Model, StateName } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Effect, Outcome } from './effect.ts'
import type { NoteFact, Stamped } from './fact.ts'
import { MAYBE_SENT, type State, type Transition } from './state.ts'

/** Returns the same state and operation. */
export function stay(
  state: State,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  return { state: { ...state, ...patch }, effects }
}

/** Starts a new operation: clears the state of the previous one, whose effects abort. */
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

/** Forgets the account and shows the wallets. */
export function toWallets(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const fresh = { account: null, options: [], optionId: null, review: null, ...patch }
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
export function finish(state: State, outcome: Outcome): readonly Effect[] {
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
  const { attempt } = next.state
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

/** The wait for a wallet begins when the state is entered. */
const WAITING: ReadonlySet<StateName> = new Set([
  'connecting',
  'switching',
  'resetting',
  'approving',
  'permitting',
  'signing',
])

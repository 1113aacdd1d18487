import type { Effect } from '../effects/effect.ts'
import type { Stamped } from '../effects/fact.ts'
import type { Model, StateName, TransactionKind } from '../model.ts'

/** Everything the machine knows; `toModel` shows the part that views read. */
export type State = Omit<Model, 'state' | 'steps'> & {
  readonly name: StateName
  /** The attempt of this device that is, or was last, under way. */
  readonly attemptId: string | null
  /** What the attempt does, once its transactions are verified. */
  readonly plan: {
    readonly needsSwitch: boolean
    readonly kinds: readonly TransactionKind[]
    readonly index: number
    /** Hashes of the transactions before the payment, by the place of their step. */
    readonly hashes: Readonly<Record<number, string>>
  } | null
  /** Hash of the payment. */
  readonly hash: string | null
  /**
   * Payments that were sent besides the one that is followed, those of its own attempt first: none is asked for while one of them
   * may still be paid.
   */
  readonly alsoSent?: readonly { readonly attemptId: string; readonly hash: string }[]
  readonly hasSucceeded: boolean
  /** Skip the choice when exactly one way to pay is affordable. */
  readonly autoSelect: boolean
  /** Number of the current operation: facts of an older one are dropped. */
  readonly run: number
}

/** The state after a fact, and what to do now, in order. */
export type Transition = { readonly state: State; readonly effects: readonly Effect[] }

/** The facts of some types. */
export type Of<T extends Stamped['type']> = Extract<Stamped, { type: T }>

/** Before the first fact. */
export const initialState: State = {
  name: 'idle',
  payment: null,
  wallets: [],
  account: null,
  options: [],
  optionId: null,
  review: null,
  transactions: [],
  confirmations: null,
  note: null,
  error: null,
  attempt: null,
  unavailable: null,
  waitingSince: null,
  waiting: 'none',
  offline: false,
  canDiscard: false,
  canTakeOver: false,
  persistence: 'durable',
  attemptId: null,
  plan: null,
  hash: null,
  hasSucceeded: false,
  autoSelect: true,
  run: 0,
}

/** Nothing is asked of a wallet but an account; the payer looks and chooses. */
export const CHOOSING: ReadonlySet<StateName> = new Set([
  'connect',
  'connecting',
  'blocked',
  'options',
  'review',
])

/** The locks are held, or being taken; the payment was not asked of the wallet yet. */
export const HOLDING: ReadonlySet<StateName> = new Set([
  'preparing',
  'switching',
  'resetting',
  'approving',
  'permitting',
])

/** The payment may have left the wallet: only proof, or the payer's explicit word, leads back. */
export const MAYBE_SENT: ReadonlySet<StateName> = new Set([
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
])

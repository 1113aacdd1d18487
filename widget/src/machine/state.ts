import type { Effect } from '../effects/effect.ts'
import type { Refusal, Stamped } from '../effects/fact.ts'
import type { Crossing, Model, MoneyState, StateName, TransactionKind } from '../model.ts'

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
  /** What else this page knows of payments beside the one that is followed. */
  readonly also?: Also
  readonly hasSucceeded: boolean
  /** Skip the choice when exactly one way to pay is affordable. */
  readonly autoSelect: boolean
  /** Number of the current operation: facts of an older one are dropped. */
  readonly run: number
}

/** A payment is not the only one that a wallet can send: a prompt that was given up may be answered after all. */
export type Also = {
  /** Sent, and not followed yet; those of the followed attempt first. None is asked for while one of them may still be paid. */
  readonly sent: readonly { readonly attemptId: string; readonly hash: string }[]
  /** Of each attempt, what is to be known when it is paid from another chain. */
  readonly crossings: Readonly<Record<string, Crossing | null>>
  /** The gravest end of those that were followed before. */
  readonly failure: Failure | null
  /** One of them paid a part. */
  readonly isPart: boolean
}

/** How a payment ended, without the code for the merchant's support. */
export type Failure = Refusal & { readonly moneyState: MoneyState; readonly recoverable: boolean }

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

import type { Crossing } from '../crossing.ts'
import type { Model, MoneyState, StateName } from '../model.ts'
import type { TransactionKind } from '../review.ts'
import type { Effect } from './effect.ts'
import type { Refusal, Stamped } from './fact.ts'

/** The machine's whole state; `toModel` returns the part that views read. */
export type State = Omit<Model, 'state' | 'steps'> & {
  readonly name: StateName
  /** This device's attempt that is in progress, or was the last one in progress. */
  readonly attemptId: string | null
  /** The steps of the attempt, once its transactions are verified. */
  readonly plan: {
    readonly needsSwitch: boolean
    readonly kinds: readonly TransactionKind[]
    readonly index: number
    /** The hashes of the transactions before the payment, by the position of their step. */
    readonly hashes: Readonly<Record<number, string>>
  } | null
  /** The hash of the payment. */
  readonly hash: string | null
  /** The known payments, other than the one that is followed. */
  readonly also?: Also
  readonly hasSucceeded: boolean
  /** Skips the choice if exactly one way to pay is affordable. */
  readonly autoSelect: boolean
  /** The number of the current operation: facts of an older one are dropped. */
  readonly run: number
}

/** A wallet can send more than one payment: a discarded prompt may still be approved. */
export type Also = {
  /**
   * The payments that were sent but are not followed yet; those of the followed attempt come first. No payment is requested while
   * one of them may still be paid.
   */
  readonly sent: readonly { readonly attemptId: string; readonly hash: string }[]
  /** For each attempt, the data of its payment from another chain. */
  readonly crossings: Readonly<Record<string, Crossing | null>>
  /** The most serious end of the attempts that were followed before. */
  readonly failure: Failure | null
  /** Whether one of those attempts paid a part. */
  readonly isPart: boolean
}

/** The end of a payment, without the code for the merchant's support. */
export type Failure = Refusal & { readonly moneyState: MoneyState; readonly recoverable: boolean }

/** The state after a fact, and the effects to run, in order. */
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

/** The wallet has received only a request for an account; the payer reviews and chooses. */
export const CHOOSING: ReadonlySet<StateName> = new Set([
  'connect',
  'connecting',
  'blocked',
  'options',
  'review',
])

/** The locks are held, or being acquired; the wallet has no request for the payment yet. */
export const HOLDING: ReadonlySet<StateName> = new Set([
  'preparing',
  'switching',
  'resetting',
  'approving',
  'permitting',
])

/** The payment may have left the wallet: only proof, or the payer's explicit confirmation, leads back. */
export const MAYBE_SENT: ReadonlySet<StateName> = new Set([
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
])

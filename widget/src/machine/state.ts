import type { AccountInfo } from '../accountInfo.ts'
import type { Crossing } from '../crossing.ts'
import type { Model, MoneyState, StateName } from '../model.ts'
import type { TransactionKind } from '../review.ts'
import type { Effect } from './effect.ts'
import type { Refusal, Stamped } from './fact.ts'
import type { VerifiedPayment } from './verifiedPayment.ts'

/**
 * The machine's whole state: the members of every state, and those of the state by its name. `toModel` returns the part that views
 * read.
 */
export type State = StateOf<StateName>

/** The states of some names. */
export type StateOf<N extends StateName> = N extends StateName
  ? Omit<Shared, keyof Own[N]> & Own[N] & { readonly name: N }
  : never

/**
 * The members of every state: the page, the payment, the payer's last choice, and the last attempt. A wallet may respond late, so no
 * state forgets an attempt.
 */
export type Shared = Pick<
  Model,
  | 'payment'
  | 'wallets'
  | 'account'
  | 'options'
  | 'optionId'
  | 'transactions'
  | 'confirmations'
  | 'note'
  | 'offline'
  | 'persistence'
  | 'crossing'
  | 'networkFee'
> & {
  /** The payment that the payer reviewed and the wallet signs: decoded, verified, and never changed. Null while there is none. */
  readonly verified: VerifiedPayment | null
  /** This device's attempt that is in progress, or was the last one in progress; null before the first one. */
  readonly attemptId: string | null
  /** The steps of the attempt; null until its transactions are verified. */
  readonly plan: StepPlan | null
  /** The hash of the payment; null until it is known. */
  readonly hash: string | null
  /** The known payments, other than the one that is followed. */
  readonly also?: Also
  readonly hasSucceeded: boolean
  /** Skips the choice if exactly one way to pay is affordable. */
  readonly autoSelect: boolean
  /** The number of the current operation: facts of an older one are dropped. */
  readonly run: number
}

/** The steps of an attempt. */
export type StepPlan = {
  readonly needsSwitch: boolean
  readonly kinds: readonly TransactionKind[]
  readonly index: number
  /** The hashes of the transactions before the payment, by the position of their step. */
  readonly hashes: Readonly<Record<number, string>>
}

/** The members that a state has beyond those of every state, or that cannot be missing in it. */
type Own = {
  idle: unknown
  loading: unknown
  unavailable: { readonly unavailable: NonNullable<Model['unavailable']> }
  connect: unknown
  connecting: Waiting
  blocked: { readonly account: AccountInfo }
  options: { readonly account: AccountInfo }
  review: Reviewed
  preparing: Reviewed & Attempted & Traced
  switching: Asking
  resetting: Asking
  approving: Asking
  permitting: Asking
  signing: Asking
  broadcasting: Attempted & Traced
  confirming: Attempted & Traced & { readonly hash: string }
  settling: Traced
  unknown: Attempted & Traced & Pick<Model, 'canDiscard'>
  resuming: Attempted & Traced
  partial: unknown
  succeeded: unknown
  failed: { readonly error: NonNullable<Model['error']> }
  locked: Traced & Pick<Model, 'canTakeOver'>
}

type Reviewed = { readonly account: AccountInfo; readonly verified: VerifiedPayment }
type Attempted = { readonly attemptId: string }
type Planned = { readonly plan: StepPlan }
/** The attempt as the payer sees it. */
type Traced = Pick<Model, 'attempt'>
/** A wallet has a request. */
type Waiting = Pick<Model, 'waitingSince' | 'waiting'>
type Asking = Reviewed & Attempted & Waiting & Planned & Traced

/**
 * The members that `enter` needs for a state: those that cannot be missing in it, and that the state before it (`From`) does not have.
 * `enter` fills in the rest.
 */
export type Entry<From, N extends StateName> = Partial<Shared> &
  Partial<Pick<Own[N], Extract<keyof Own[N], Filled>>> & {
    readonly [K in Exclude<keyof Own[N], Filled> as From extends Record<K, Own[N][K]>
      ? never
      : K]: Own[N][K]
  }

/** A state whose name does not matter. */
export type Loose = Shared & Partial<Pick<Model, 'error' | 'unavailable' | Filled>>

type Filled = keyof Waiting | keyof Traced | 'canDiscard' | 'canTakeOver'

/** A wallet can send more than one payment: a discarded prompt may still be approved. */
export type Also = {
  /**
   * The payments that were sent but are not followed yet; those of the followed attempt come first. No payment is requested while
   * one of them may still be paid.
   */
  readonly sent: readonly { readonly attemptId: string; readonly hash: string }[]
  /** For each attempt, the data of its payment from another chain; null for any other payment. */
  readonly crossings: Readonly<Record<string, Crossing | null>>
  /** The most serious end of the attempts that were followed before. */
  readonly failure: Failure | null
  /** Whether one of those attempts paid a part. */
  readonly isPart: boolean
}

/** The end of a payment, without the code for the merchant's support. */
export type Failure = Refusal & { readonly moneyState: MoneyState; readonly recoverable: boolean }

/** The state after a fact, and the effects to run, in order. */
export type Transition<S extends State = State> = {
  readonly state: S
  readonly effects: readonly Effect[]
}

/** The facts of some types. */
export type Of<T extends Stamped['type']> = Extract<Stamped, { type: T }>

/** Before the first fact. */
export const initialState: StateOf<'idle'> = {
  name: 'idle',
  payment: null,
  wallets: [],
  account: null,
  options: [],
  optionId: null,
  verified: null,
  transactions: [],
  confirmations: null,
  note: null,
  offline: false,
  persistence: 'durable',
  attemptId: null,
  plan: null,
  hash: null,
  hasSucceeded: false,
  autoSelect: true,
  run: 0,
}

const CHOOSING = ['connect', 'connecting', 'blocked', 'options', 'review'] as const
const APPROVING = ['resetting', 'approving', 'permitting'] as const
const HOLDING = ['preparing', 'switching', ...APPROVING] as const
const MAYBE_SENT = [
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
] as const
/** The wait for a wallet begins when the state is entered. */
const WAITING = ['connecting', 'switching', ...APPROVING, 'signing'] as const

/** Returns whether a state has one of the names. */
export function isIn<N extends StateName>(
  state: Pick<State, 'name'>,
  names: readonly N[],
): state is StateOf<N> {
  const known: readonly StateName[] = names
  return known.includes(state.name)
}

/** Returns whether the wallet has received only a request for an account; the payer reviews and chooses. */
export function isChoosing(state: State): state is StateOf<(typeof CHOOSING)[number]> {
  return isIn(state, CHOOSING)
}

/** Returns whether the locks are held, or being acquired; the wallet has no request for the payment yet. */
export function isHolding(state: Pick<State, 'name'>): state is StateOf<(typeof HOLDING)[number]> {
  return isIn(state, HOLDING)
}

/** Returns whether the wallet has a request for an approval, or its transaction is being mined. */
export function isApproving(state: State): state is StateOf<(typeof APPROVING)[number]> {
  return isIn(state, APPROVING)
}

/** Returns whether the payment may have left the wallet: only proof, or the payer's explicit confirmation, leads back. */
export function isMaybeSent(
  state: Pick<State, 'name'>,
): state is StateOf<(typeof MAYBE_SENT)[number]> {
  return isIn(state, MAYBE_SENT)
}

/** Returns whether a wallet has a request, so that its response is awaited. */
export function isWaiting(state: Pick<State, 'name'>): state is StateOf<(typeof WAITING)[number]> {
  return isIn(state, WAITING)
}

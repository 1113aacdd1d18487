import type {
  AccountInfo,
  ErrorCode,
  Model,
  NoteCode,
  PaymentMetadata,
  PayOption,
  Review,
  TransactionKind,
  UnavailableReason,
  WalletInfo,
} from '../model.ts'
import type { LiveAttempt } from './attemptRecord.ts'

/** What the service answered about the payment. */
export type ServerAnswer =
  | { readonly kind: 'payment'; readonly payment: PaymentMetadata }
  /** Transactions that pay all that is left wait for their confirmations: nobody may pay now. */
  | { readonly kind: 'processing'; readonly payment: PaymentMetadata | null }
  /** Paid: the only thing that leads to `succeeded`. */
  | { readonly kind: 'completed'; readonly payment: PaymentMetadata | null }
  | {
      readonly kind: 'unavailable'
      readonly reason: UnavailableReason
      readonly retryAt: number | null
      readonly payment: PaymentMetadata | null
    }

/** A note's content; without a tone of its own, the machine gives it one. */
export type NoteFact = {
  readonly code: NoteCode
  readonly tone?: 'info' | 'error'
  readonly params?: Readonly<Record<string, string>>
}

/** A refusal: nothing was asked of the wallet. */
export type Refusal = {
  readonly code: ErrorCode
  readonly params?: Readonly<Record<string, string>>
}

/** What reading the chain said about an attempt whose wallet never answered. */
export type Reconciliation =
  /** The payment is on chain or in the mempool under this hash. */
  | { readonly kind: 'found'; readonly hash: string }
  /** Another transaction took the nonce and no payment with the reference exists: it can never be mined. */
  | { readonly kind: 'not_sent' }
  /** Nothing has the nonce. `isPromptGone`: the wallet's prompt is so old that it cannot be open. */
  | { readonly kind: 'nonce_unused'; readonly isPromptGone: boolean }
  /** The wallet has a transaction with the nonce waiting. */
  | { readonly kind: 'pending' }
  /** The chain could not be read, or gave no verdict. */
  | { readonly kind: 'unreachable' }

/**
 * All that can happen to the machine: what the payer pressed, and what wallet, chain, service and device said.
 * A fact about an attempt names it; a fact with a `run` is dropped when that operation is over.
 */
export type Fact =
  // What the payer pressed.
  | { readonly type: 'load' }
  | { readonly type: 'connect'; readonly walletId: string }
  | { readonly type: 'select'; readonly optionId: string }
  | { readonly type: 'pay'; readonly attemptId: string }
  | { readonly type: 'back' }
  | { readonly type: 'retry' }
  | { readonly type: 'check' }
  | { readonly type: 'discard'; readonly isConfirmed: boolean }
  | { readonly type: 'disconnect' }
  | { readonly type: 'take_over' }
  | { readonly type: 'refresh' }
  // What page and device said.
  | { readonly type: 'wallets'; readonly wallets: readonly WalletInfo[] }
  | { readonly type: 'online'; readonly isOnline: boolean }
  | { readonly type: 'waited'; readonly level: 'slow' | 'stuck' }
  | { readonly type: 'account_changed'; readonly account: AccountInfo | null }
  | { readonly type: 'persistence'; readonly persistence: Model['persistence'] }
  /** Another tab asks for the payment. */
  | { readonly type: 'yield' }
  // What the service said.
  | {
      readonly type: 'loaded'
      readonly answer: ServerAnswer
      readonly record: LiveAttempt | null
      /** Another tab holds the lock of this payment. */
      readonly isLockedElsewhere: boolean
    }
  | { readonly type: 'server'; readonly answer: ServerAnswer }
  | {
      readonly type: 'options'
      readonly options: readonly PayOption[]
      readonly payment: PaymentMetadata
    }
  | { readonly type: 'review'; readonly review: Review }
  /** Reading options or transactions failed. */
  | { readonly type: 'request_failed'; readonly note: NoteFact }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** This account may not pay this payment. */
  | { readonly type: 'barred' }
  // The locks.
  | { readonly type: 'acquired' }
  | {
      readonly type: 'locked'
      readonly note: NoteFact
      readonly attempt: Model['attempt']
      readonly canTakeOver: boolean
    }
  /** The other tab gave the payment up. */
  | { readonly type: 'taken' }
  // What the wallet said.
  | { readonly type: 'connected'; readonly account: AccountInfo }
  | { readonly type: 'connect_failed'; readonly note: NoteFact }
  | {
      readonly type: 'ready'
      readonly review: Review
      readonly needsSwitch: boolean
    }
  /** The transactions differ from the ones reviewed. */
  | { readonly type: 'requote'; readonly review: Review }
  | { readonly type: 'switched'; readonly chainId: number }
  /** A step before the payment ended without the payment being asked. */
  | {
      readonly type: 'step_failed'
      readonly note: NoteFact
      /** What it would be now, when it has changed. */
      readonly review?: Review
    }
  /** A signature is asked for in place of the approval's transaction, or no longer. */
  | { readonly type: 'permitting'; readonly isAsked: boolean }
  | {
      readonly type: 'step_sent'
      readonly kind: TransactionKind
      readonly hash: string
      /** The service sent it, with the payer's signature: it is none of the payer's own. */
      readonly isRelayed?: true
    }
  | { readonly type: 'step_mined' }
  | { readonly type: 'sent'; readonly attemptId: string; readonly hash: string }
  /** Proved: the wallet declined, or was never asked. */
  | {
      readonly type: 'not_sent'
      readonly attemptId: string
      readonly note: NoteFact
      /** What it would be now, when it has changed. */
      readonly review?: Review
    }
  /** The wallet took the calls, and has no transaction for them yet. `isSafe`: its signers have the word. */
  | { readonly type: 'called'; readonly attemptId: string; readonly isSafe: boolean }
  /** The wallet refused to take all calls at once: nothing was sent, and each is asked for by itself. */
  | { readonly type: 'unbatched'; readonly attemptId: string; readonly review: Review }
  /** The calls were carried out and failed: only the fee was spent. */
  | { readonly type: 'calls_failed'; readonly attemptId: string }
  /** The wallet was asked and its answer proves nothing. */
  | { readonly type: 'lost'; readonly attemptId: string }
  // What the device and the chain said.
  | { readonly type: 'recorded' }
  /** `current` 0: in the mempool, or not seen yet. */
  | {
      readonly type: 'confirmations'
      readonly current: number
      readonly required: number
      /** What to tell meanwhile; left as it is when absent. */
      readonly note?: NoteFact | null
    }
  | {
      readonly type: 'reverted'
      readonly hash: string
      readonly params?: Readonly<Record<string, string>>
    }
  /** It was not carried out and never can be. */
  | { readonly type: 'dropped'; readonly params: Readonly<Record<string, string>> }
  | {
      readonly type: 'replaced'
      readonly hash: string
      readonly change: 'faster' | 'cancelled' | 'different'
    }
  | { readonly type: 'reconciled'; readonly result: Reconciliation }

/** A fact with its time (ms since the epoch) and, when it belongs to an operation, that operation's number. */
export type Stamped = Fact & { readonly at: number; readonly run?: number }

import type { AccountInfo, WalletInfo } from '../accountInfo.ts'
import type { ErrorCode, NoteCode, UnavailableReason } from '../codes.ts'
import type { Model } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { NetworkFee, PayOption } from '../payOption.ts'
import type { SayReason, TransactionKind } from '../review.ts'
import type { PayerLink } from '../unavailable.ts'
import type { LiveAttempt } from './attemptRecord.ts'
import type { VerifiedPayment } from './verifiedPayment.ts'

/** The service's response about the payment. */
export type ServerAnswer =
  | { readonly kind: 'payment'; readonly payment: PaymentMetadata }
  /** Transactions that pay the whole remainder are waiting for confirmations: no payer may pay now. */
  | { readonly kind: 'processing'; readonly payment: PaymentMetadata | null }
  /** Paid: the only response that leads to `succeeded`. */
  | { readonly kind: 'completed'; readonly payment: PaymentMetadata | null }
  | {
      readonly kind: 'unavailable'
      readonly reason: UnavailableReason
      readonly retryAt: number | null
      readonly link?: PayerLink | undefined
      readonly payment: PaymentMetadata | null
      readonly contacts?: object | null | undefined
    }

/** The content of a note; without a tone, the machine sets one. */
export type NoteFact = {
  readonly code: NoteCode
  readonly tone?: 'info' | 'error'
  readonly params?: Readonly<Record<string, string>>
  /** Returns a further sentence, in a language. */
  readonly reason?: SayReason
}

/** A rejection: the wallet received no request. */
export type Refusal = {
  readonly code: ErrorCode
  readonly params?: Readonly<Record<string, string>>
}

/** The chain's state for an attempt whose wallet request never got a response. */
export type Reconciliation =
  /** The payment is on chain or in the mempool under this hash. */
  | { readonly kind: 'found'; readonly hash: string }
  /** Another transaction used the nonce, and no payment with the reference exists: the payment can never be mined. */
  | { readonly kind: 'not_sent' }
  /** No transaction has the nonce. `isPromptGone`: the wallet's prompt is so old that it cannot be open. */
  | { readonly kind: 'nonce_unused'; readonly isPromptGone: boolean }
  /** The wallet has a pending transaction with the nonce. */
  | { readonly kind: 'pending' }
  /** The chain could not be read, or its state was inconclusive. */
  | { readonly kind: 'unreachable' }

/**
 * Every event that the machine handles: the payer's actions, and the responses of wallet, chain, service and device. A fact about an
 * attempt names it; a fact with a `run` is dropped once that operation is over.
 */
export type Fact =
  // The payer's actions.
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
  // Events of the page and the device.
  | { readonly type: 'wallets'; readonly wallets: readonly WalletInfo[] }
  | { readonly type: 'online'; readonly isOnline: boolean }
  | { readonly type: 'waited'; readonly level: 'slow' | 'stuck' }
  | { readonly type: 'account_changed'; readonly account: AccountInfo | null }
  | { readonly type: 'persistence'; readonly persistence: Model['persistence'] }
  /** Another tab requests the payment. */
  | { readonly type: 'yield' }
  // Responses from the service.
  | {
      readonly type: 'loaded'
      readonly answer: ServerAnswer
      readonly record: LiveAttempt | null
      /** Another tab holds this payment's lock. */
      readonly isLockedElsewhere: boolean
    }
  | { readonly type: 'server'; readonly answer: ServerAnswer }
  | {
      readonly type: 'options'
      readonly options: readonly PayOption[]
      readonly payment: PaymentMetadata
    }
  | { readonly type: 'review'; readonly verified: VerifiedPayment }
  /** The estimated network fee of an option; undefined if it is unknown. */
  | {
      readonly type: 'network_fee'
      readonly optionId: string
      readonly fee: NetworkFee | undefined
    }
  /** The options or transactions could not be read. */
  | { readonly type: 'request_failed'; readonly note: NoteFact }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** The account lacks the amount at a new price. */
  | { readonly type: 'short'; readonly note: NoteFact }
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
  /** The other tab released the payment. */
  | { readonly type: 'taken' }
  // Responses from the wallet.
  | { readonly type: 'connected'; readonly account: AccountInfo }
  | { readonly type: 'connect_failed'; readonly note: NoteFact }
  | {
      readonly type: 'ready'
      readonly verified: VerifiedPayment
      readonly needsSwitch: boolean
    }
  /** The transactions differ from those that the payer reviewed. */
  | { readonly type: 'requote'; readonly verified: VerifiedPayment }
  | { readonly type: 'switched'; readonly chainId: number }
  /** A step before the payment ended, and the wallet received no request for the payment. */
  | {
      readonly type: 'step_failed'
      readonly note: NoteFact
      /** The new terms, if they changed. */
      readonly verified?: VerifiedPayment
    }
  /** Whether the wallet has a request for a signature in place of the approval's transaction. */
  | { readonly type: 'permitting'; readonly isAsked: boolean }
  | {
      readonly type: 'step_sent'
      readonly kind: TransactionKind
      readonly hash: string
      /** The service sent this transaction with the payer's signature: it is not one of the payer's own. */
      readonly isRelayed?: true
    }
  | { readonly type: 'step_mined' }
  /** The wallet receives these transactions: the price expired, and the new price equals the one that the payer reviewed. */
  | { readonly type: 'renewed'; readonly attemptId: string; readonly verified: VerifiedPayment }
  | { readonly type: 'sent'; readonly attemptId: string; readonly hash: string }
  /** Proven: the payer declined, or the wallet received no request. */
  | {
      readonly type: 'not_sent'
      readonly attemptId: string
      readonly note: NoteFact
      /** The new terms, if they changed. */
      readonly verified?: VerifiedPayment
    }
  /** The wallet accepted the calls and has no transaction for them yet. `isSafe`: its signers decide. */
  | { readonly type: 'called'; readonly attemptId: string; readonly isSafe: boolean }
  /**
   * The wallet refused to accept all calls in one request. Nothing was sent, and the element requests each call
   * separately.
   */
  | { readonly type: 'unbatched'; readonly attemptId: string; readonly verified: VerifiedPayment }
  /** The calls were executed and failed: only the fee was spent. */
  | { readonly type: 'calls_failed'; readonly attemptId: string }
  /** The wallet received the request, and its response proves nothing. */
  | { readonly type: 'lost'; readonly attemptId: string }
  // Facts about the device and the chain.
  | { readonly type: 'recorded' }
  /** `current` is 0 while the transaction is in the mempool, or not seen yet. */
  | {
      readonly type: 'confirmations'
      readonly current: number
      readonly required: number
      /** The note to show while the payment waits; unchanged if absent. */
      readonly note?: NoteFact | null
    }
  | {
      readonly type: 'reverted'
      readonly hash: string
      readonly params?: Readonly<Record<string, string>>
    }
  /** The transaction was not executed and never can be. */
  | { readonly type: 'dropped'; readonly params: Readonly<Record<string, string>> }
  | {
      readonly type: 'replaced'
      readonly hash: string
      readonly change: 'faster' | 'cancelled' | 'different'
    }
  | { readonly type: 'reconciled'; readonly result: Reconciliation }

/** A fact with its time (ms since the epoch) and, if it belongs to an operation, that operation's number. */
export type Stamped = Fact & { readonly at: number; readonly run?: number }

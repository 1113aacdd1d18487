import type { AccountInfo, WalletInfo } from './accountInfo.ts'
import type { ErrorCode, NoteCode } from './codes.ts'
import type { Crossing } from './crossing.ts'
import type { PaymentMetadata } from './paymentMetadata.ts'
import type { Cost, NetworkFee, PayOption } from './payOption.ts'
import type { Review, SayReason, TransactionKind } from './review.ts'
import type { Unavailable } from './unavailable.ts'

/**
 * The data that views render and the element exposes. Only machine.ts and controller.ts produce a `Model`; views read it and call
 * `Actions`. Amounts are decimal strings; addresses are as the service or the wallet returned them. Times are milliseconds since the
 * epoch on this device's clock unless the name contains ISO.
 */

/** The screens of the element; the transitions are in machine.ts. */
export type StateName =
  /** Constructed, without any request yet. */
  | 'idle'
  /** Reads the payment and this device's record of it. */
  | 'loading'
  /** Cannot be paid now: see `Model.unavailable`. */
  | 'unavailable'
  /** Choose a wallet. */
  | 'connect'
  /** The wallet has a request for an account, or the options of that account are being read. */
  | 'connecting'
  /** The wallet may not make this payment. */
  | 'blocked'
  /** The payer chooses how to pay; with `optionId` set, the transactions of that option are being read. */
  | 'options'
  /** Everything that the wallet will sign is decoded and verified: `review` is not null. */
  | 'review'
  /** Acquires the locks, reads the transactions again, and checks them, the balance and the gas. */
  | 'preparing'
  /** The wallet has a request to change its network. */
  | 'switching'
  /** The wallet has a request to set an allowance to zero, or that transaction is being mined. */
  | 'resetting'
  /** The wallet has a request to approve a token, or that transaction is being mined. */
  | 'approving'
  /**
   * The wallet has a request for a signature in place of an approval, or the service's transaction with it is being
   * mined.
   */
  | 'permitting'
  /** The wallet has a request to send the payment. */
  | 'signing'
  /** The wallet returned a hash; it is being stored. */
  | 'broadcasting'
  /** Waiting for the chain. */
  | 'confirming'
  /** The chain has the payment; the element waits for the service to confirm that it is paid. */
  | 'settling'
  /** Paid in part; `pay()` pays the remainder. */
  | 'partial'
  /** The service confirmed that the payment is paid. */
  | 'succeeded'
  /** Ended without payment: see `Model.error`. */
  | 'failed'
  /** The wallet did not report whether it sent the payment: see `note` and `canDiscard`. */
  | 'unknown'
  /** An earlier attempt of this device was found and is being checked. */
  | 'resuming'
  /** Another tab or device is paying: see `note`, `attempt` and `canTakeOver`. */
  | 'locked'

/** The location of the payer's money after a failure. */
export type MoneyState = 'untouched' | 'maybe-sent' | 'sent' | 'fee-only' | 'refunded'

/** One line of the progress list, in order. */
export type StepView = {
  readonly kind: 'switch' | TransactionKind | 'confirm' | 'settle'
  readonly status: 'waiting' | 'active' | 'done' | 'failed'
  /** The allowance of an approval; absent if unknown, for example after a reload. */
  readonly cost?: Cost
  readonly hash?: string
  readonly explorerUrl?: string | null
}

/** A transaction sent in this payment by this payer, newest last. */
export type SentTransaction = {
  readonly hash: string
  readonly chainId: number
  readonly kind: TransactionKind
  readonly explorerUrl: string | null
}

/** Everything that a view needs; a new object for each change. */
export type Model = {
  readonly state: StateName
  readonly payment: PaymentMetadata | null
  readonly wallets: readonly WalletInfo[]
  readonly account: AccountInfo | null
  readonly options: readonly PayOption[]
  readonly optionId: string | null
  readonly review: Review | null
  /** The estimated network fee of the reviewed payment; null while the service estimates it, absent if it is unknown. */
  readonly networkFee?: NetworkFee | null | undefined
  readonly steps: readonly StepView[]
  readonly transactions: readonly SentTransaction[]
  readonly confirmations: { readonly current: number; readonly required: number } | null
  readonly note: {
    readonly code: NoteCode
    readonly tone: 'info' | 'success' | 'error'
    readonly params?: Readonly<Record<string, string>>
    readonly reason?: SayReason
  } | null
  readonly error: {
    readonly code: ErrorCode
    readonly moneyState: MoneyState
    readonly recoverable: boolean
    /** The first 8 characters of the attempt's id; without an attempt, of the payment's token. */
    readonly supportCode: string
    readonly params?: Readonly<Record<string, string>>
  } | null
  /** The attempt shown in the states resuming, unknown and locked: this device's, or the service's view of another device's. */
  readonly attempt: {
    readonly id: string
    readonly phase: string
    readonly walletMasked: string
    readonly networkName: string
    /** Milliseconds since the epoch; null if unknown. */
    readonly startedAt: number | null
  } | null
  readonly unavailable: Unavailable | null
  /** The start of the wait for a wallet; null if there is none. */
  readonly waitingSince: number | null
  /** `slow` after 15 s of waiting for a wallet, `stuck` after 60 s. */
  readonly waiting: 'none' | 'slow' | 'stuck'
  /** Whether the browser reports that it is offline. */
  readonly offline: boolean
  /**
   * Whether `discardAttempt()` works without a confirmation: the chain proves that nothing was sent. Otherwise, ask the payer and then
   * pass `{ confirmed: true }`.
   */
  readonly canDiscard: boolean
  /** locked: whether `takeOver()` can move the payment to this tab. */
  readonly canTakeOver: boolean
  /** The storage of the attempt's record; unless it is `durable`, ask the payer to keep the page open. */
  readonly persistence: 'durable' | 'session' | 'memory'
  /** The payment from another chain that is in progress; absent or null otherwise. */
  readonly crossing?: Crossing | null
}

/** The payer's actions. Each is safe to call in any state: an action that does not apply does nothing. */
export type Actions = {
  /** connect -> connecting. Call it synchronously within the click. */
  connect(walletId: string): void
  /** options -> review. */
  selectOption(id: string): void
  /** review -> preparing; partial as `retry`. */
  pay(): void
  /**
   * review -> options or connect; options, connecting, blocked, locked -> connect; before the payment is signed: stop
   * and return to review.
   */
  back(): void
  /**
   * failed, if recoverable -> connect or options. unavailable, locked: reads the payment again. partial -> connect or options, to
   * pay the remainder.
   */
  retry(): void
  /** unknown, resuming: reads the chain now. signing: stops waiting for the wallet and reads the chain (-> unknown). */
  checkAgain(): void
  /**
   * unknown: discard the attempt. Does nothing unless `canDiscard`, or the payer confirmed that no payment is open in
   * the wallet.
   */
  discardAttempt(options?: { readonly confirmed?: boolean }): void
  /** Forgets the account; works only before the payment is signed. */
  disconnect(): void
  /** locked by another tab: continues in this tab. */
  takeOver(): void
  /** Reads the payment, balances and options again. */
  refresh(): void
}

/** An event that accompanies the new model; the element dispatches it as an `sp-*` event. */
export type Signal =
  | { readonly type: 'ready'; readonly payment: PaymentMetadata; readonly resumed: boolean }
  | {
      readonly type: 'statechange'
      readonly from: StateName
      readonly to: StateName
      /** The machine's fact that caused the change. */
      readonly reason: string
    }
  | { readonly type: 'connect'; readonly account: AccountInfo }
  | { readonly type: 'disconnect' }
  | { readonly type: 'option'; readonly option: PayOption }
  | {
      readonly type: 'step'
      readonly index: number
      readonly count: number
      readonly kind: StepView['kind']
      readonly status: StepView['status']
    }
  | { readonly type: 'transaction'; readonly transaction: SentTransaction }
  | { readonly type: 'confirmed'; readonly hash: string; readonly confirmations: number }
  | { readonly type: 'success'; readonly payment: PaymentMetadata }
  | { readonly type: 'partial'; readonly payment: PaymentMetadata }
  | { readonly type: 'error'; readonly error: NonNullable<Model['error']> }
  | { readonly type: 'resume'; readonly attempt: NonNullable<Model['attempt']> }

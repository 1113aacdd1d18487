import type { ShownPlan } from './plan.ts'
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
  /** The service confirmed that it is paid. */
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

/** A fee on top of an item's amount, in the item's currency. */
export type ItemFee = {
  readonly percentage: string
  readonly amount: string
  readonly address: string
}

/** One payee of the payment, as the service describes it. */
export type PaymentItem = {
  readonly requestId: string
  readonly payee: string
  /** The payee's total amount; the payer pays `remainingAmount` and the fee. Amounts are in the invoice currency. */
  readonly amount: string
  /** Currency id, such as `USD`; null if the service does not return it; the payment currency then applies. */
  readonly invoiceCurrency: string | null
  /** Currency id, such as `USDC-base`. */
  readonly paymentCurrency: string
  /** The symbol of the invoice currency. */
  readonly symbol: string
  /** The decimals of the amounts: 8 for fiat. */
  readonly decimals: number
  /** The contract of the payment currency; null for the network's own coin. */
  readonly tokenAddress: string | null
  readonly isNativeCurrency: boolean
  readonly paymentReference: string
  readonly fee: ItemFee | null
  readonly status: string
  readonly amountPaid: string
  /** The amount paid so far, in the payment currency, including the fee; null if the service does not return it. */
  readonly amountSpent: string | null
  readonly remainingAmount: string
  /** The conversion of the item; null if the payment currency is the invoice currency. */
  readonly conversion: ItemConversion | null
}

/** The conversion of an amount in another currency. */
export type ItemConversion = {
  /** The symbol of the payment currency. */
  readonly symbol: string
  readonly decimals: number
  /** The current rate: payment currency per unit of the invoice currency; null if the service cannot read it. */
  readonly rate: string | null
  /** The maximum age in seconds: with an older rate the payment fails. Null for any age. */
  readonly maxRateAgeS: number | null
}

/** The network on which the payment settles. */
export type PaymentChain = {
  /** Network id, such as `base`. */
  readonly id: string
  readonly name: string
  readonly chainId: number
  readonly isTestnet: boolean
  readonly isLocal: boolean
  readonly explorerUrl: string | null
  /** A public RPC URL for reads; null if the service offers none. */
  readonly rpcUrl: string | null
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
}

/** A transaction that the service has seen for this payment. */
export type PaymentTransaction = {
  readonly requestId: string
  readonly txHash: string
  readonly amount: string
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly status: 'confirming' | 'confirmed'
  readonly explorerUrl: string | null
  /** The time of the block, ISO 8601. */
  readonly timestamp: string | null
}

/** The service's view of the last attempt to pay, from any device. */
export type LastAttempt = {
  /**
   * The first 8 characters of its id; only its own page has the full id. Null if the service does not return it.
   */
  readonly attemptPrefix: string | null
  readonly phase: string
  /** Masked: `0x12ab…89cd`. */
  readonly wallet: string
  readonly txHash: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly leaseUntil: string
}

/** The balance for one way to pay, from `GET ?wallet=`. */
export type PaymentOptionBalance = {
  readonly balance: string
  readonly hasEnoughBalance: boolean
  /** The remaining amount, and the fee on it. */
  readonly neededAmount: string
  /** Whether the account can pay the network fee; null if the service did not check. */
  readonly hasEnoughGas: boolean | null
}

/**
 * The response to `GET /v2/secure-payments/{token}`, reduced to the members that the element reads; api.ts validates
 * it. Times are ISO.
 */
export type PaymentMetadata = {
  readonly token: string
  readonly paymentType: 'single' | 'batch'
  /**
   * `pay` is a payout: the payer sends money to people. The service's value affects only the text; no check relies on it.
   */
  readonly flow: 'get_paid' | 'pay'
  /** `pending`, `completed`, `expired` or `invalidated`. */
  readonly status: string
  readonly network: string
  readonly reference: string | null
  readonly requestIds: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string
  readonly completedAt: string | null
  readonly serverTime: string
  readonly chain: PaymentChain
  readonly items: readonly PaymentItem[]
  /** The way to pay; with an option over a bridge, another way applies. */
  readonly plan: ShownPlan
  readonly merchant: {
    readonly name: string | null
    readonly logoUrl: string | null
    readonly supportUrl: string | null
  }
  readonly transactions: readonly PaymentTransaction[]
  /** The refunds on chain; their amounts are in the payment currency. Null or absent without one. */
  readonly refunds?: readonly PaymentTransaction[] | null
  readonly lastAttempt: LastAttempt | null
  /** Chain name -> symbol -> balance; null if no wallet was named. */
  readonly paymentOptions: Readonly<
    Record<string, Readonly<Record<string, PaymentOptionBalance>>>
  > | null
  /** The link to follow once the payment is paid, and its label. */
  readonly redirectUrl?: string | null
  readonly redirectLabel?: string | null
  /** Whether the connected wallet may pay, and whether the service discloses payees only to a wallet that may. */
  readonly access?: {
    readonly isAllowed: boolean | null
    readonly isPayeeHidden: boolean | null
  } | null
  /** Unchecked: the look of the merchant's pages, the goods, and the whole response for data that is rarely needed. */
  readonly branding?: unknown
  readonly order?: unknown
  readonly raw?: unknown
}

/** A wallet that the page can reach. */
export type WalletInfo = {
  /** Unique within the page and session: `Actions.connect` accepts it. */
  readonly id: string
  readonly name: string
  /** Reverse domain name as announced (self-attested: never a reason to trust); null for a legacy injection. */
  readonly rdns: string | null
  /** A `data:image/` URI or null: never a remote address. */
  readonly icon: string | null
  /** Found at `window.ethereum`, not announced by EIP-6963. */
  readonly isLegacy: boolean
  /** The wallet last paid with on this site. */
  readonly isLastUsed: boolean
  /** The kind of connection; absent if the wallet is in this browser. */
  readonly kind?: WalletKind | undefined
}

/** `safe`: the contract account whose page embeds this one; its transactions are proposals to its signers. */
export type WalletKind = 'walletconnect' | 'safe'

/** The connected account. */
export type AccountInfo = {
  /** The address as the wallet returned it: often lower case. */
  readonly address: string
  /** The network that the wallet is currently on. */
  readonly chainId: number
  readonly wallet: Pick<WalletInfo, 'id' | 'name' | 'rdns' | 'kind'>
}

/** A sum of one currency; a batch may need several. */
export type Cost = { readonly symbol: string; readonly amount: string }

/** One way to pay. */
export type PayOption = {
  readonly id: string
  /** Network id. */
  readonly network: string
  /** The symbol of the first currency that is spent. */
  readonly symbol: string
  /** The amount of that currency, including the fee; for a conversion, the maximum. */
  readonly needed: string
  /** The invoiced sums: more than one only in a batch of several currencies. */
  readonly costs: readonly Cost[]
  /** The maximum that leaves the wallet for it; the same as `costs` unless there is a conversion. */
  readonly spending: readonly Cost[]
  /** The balance in the first currency that is spent; null if unknown. */
  readonly balance: string | null
  readonly hasEnoughBalance: boolean
  /** The amount that the account lacks in the only currency that is spent; null if it has enough, or if several are spent. */
  readonly missing: Cost | null
  /** Whether the account can pay the network fee; null if unknown. */
  readonly hasEnoughGas: boolean | null
  readonly route: 'direct' | 'bridge'
  /** The data of a way over a bridge; absent for the direct way. */
  readonly bridge?: BridgeOption
  /** For the direct way: chains that timed out, so that further ways may be missing. */
  readonly silentChains?: readonly string[]
}

/** A way to pay from another chain. */
export type BridgeOption = {
  /** The service's name for the chain. */
  readonly chain: string
  readonly networkName: string
  /** The cost in addition to the payment itself; null if unknown. */
  readonly fee: Cost | null
  /** The estimated seconds until the payment arrives; null if unknown. */
  readonly durationS: number | null
}

/** The data of a payment from another chain, in addition to its review. */
export type BridgeReview = BridgeOption & {
  /** The id of the network from which it is paid. */
  readonly network: string
  readonly destinationName: string
  /** The expiry of its price, in ms since the epoch on this device's clock. */
  readonly expiresAt: number
  /** Whether the data to sign contains the payment on the destination chain. */
  readonly isCarried: boolean
}

/** A payment from another chain that is in progress. */
export type Crossing = {
  readonly sourceName: string
  readonly destinationName: string
  readonly chainId: number
  /** The base URL of the source network's explorer; null if it has none. */
  readonly explorerUrl: string | null
  /** The amount that leaves the wallet; null if unknown. */
  readonly cost: Cost | null
  /** Whether another page sent the payment, so that this page follows it only through the service’s data. */
  readonly isElsewhere?: boolean
  /** The service's data about it; null before the service has received it. */
  readonly transfer: BridgeTransfer | null
}

/** The service's data about a payment over a bridge. */
export type BridgeTransfer = {
  readonly txHash: string
  /** The service's name for the source chain. */
  readonly chain: string
  /** The symbol of the token that was sent there. */
  readonly token: string
  /** The amount that was sent; null until the service has recognised a payment of this kind. */
  readonly sourceAmount: string | null
  readonly status: string
  /** Whether an amount that counts has arrived. */
  readonly isCounted: boolean
  readonly settledTxHash: string | null
  /** The bridge's page about the transfer. */
  readonly explorerUrl: string | null
  /** The source chain, and the transaction's page there; absent if the service does not return it. */
  readonly sourceNetwork?: {
    readonly id: string
    readonly name: string
    readonly chainId: number
  } | null
  readonly transactionUrl?: string | null
  /** The bridge's fee, as part of `sourceAmount`; null if unknown. */
  readonly bridgeFee?: string | null
}

/** A transaction as the service sends it; shown raw under "Advanced". */
export type WireTransaction = {
  readonly to: string
  readonly data: string
  readonly value: unknown
  readonly chainId?: number
  readonly chainType?: string
}

/** The purpose of one of the payment's transactions. */
export type TransactionKind = 'reset_approval' | 'approve' | 'pay'

/** The data to sign. Present only if core's own decoder found that the calldata pays exactly this. */
export type Review = {
  readonly items: readonly {
    readonly requestId: string
    /** Checksummed. */
    readonly payee: string
    /** The amount that this payee receives from this payment (the remainder after a partial one). */
    readonly amount: string
    readonly symbol: string
    readonly fee: ItemFee | null
    /**
     * The cost in the payment currency at the current rate, and its maximum; null without a conversion.
     */
    readonly conversion: { readonly about: Cost; readonly most: Cost } | null
    /** The contract that pays this item out. */
    readonly contract: string
    /** The token of the payment, if it is in the catalogue but not in the registry: the payer sees its contract. */
    readonly lesserToken?: { readonly symbol: string; readonly address: string }
  }[]
  /** The invoiced sums, with fees but without gas: one entry per currency. */
  readonly totalNeeded: readonly Cost[]
  /** The maximum that leaves the wallet for it; the same as `totalNeeded` unless there is a conversion. */
  readonly spending: readonly Cost[]
  /** The additional fee of the batch contract, which the sums above include; absent without a fee. */
  readonly batchFee?: ContractFee
  readonly networkName: string
  /** The contract that the wallet calls, from the registry that ships with the element. */
  readonly contractAddress: string
  readonly steps: readonly TransactionKind[]
  /** The allowance that each step sets for the contract, in the order of `steps`; null for the payment. */
  readonly allowances: readonly (Cost | null)[]
  readonly verified: true
  /** Whether the approval is a signature, which the service sends (EIP-2612). */
  readonly isByPermit?: boolean
  readonly calldata: readonly WireTransaction[]
  /** On Tron: the account's resources, and what the payment needs beyond its amount; absent if unknown. */
  readonly tron?: TronReadiness
  /** For a payment from another chain: `networkName` and `contractAddress` then belong to the source chain. */
  readonly bridge?: BridgeReview
}

/**
 * A fee that the paying contract charges: one sum per currency. `isMost`: the fee is lower if a conversion spends less than its limit.
 */
export type ContractFee = {
  readonly percentage: string
  readonly costs: readonly Cost[]
  readonly isMost: boolean
}

/**
 * On Tron: the resources that an account has, and those that the transactions need. TRX as decimal strings; energy and bandwidth in
 * their own units.
 */
export type TronReadiness = {
  readonly trxBalance: string
  /** The cost of the energy and bandwidth that the account lacks. */
  readonly trxRequired: string
  /** The missing amount of TRX; null if the account has enough. */
  readonly trxMissing: string | null
  readonly energyRequired: number
  readonly energyAvailable: number
  readonly bandwidthRequired: number
  readonly bandwidthAvailable: number
}

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

/**
 * Codes of `Model.note`: one short sentence each, in text/.
 *
 * params: `insufficient_*` {symbol, needed?}; `locked_device` {wallet, phase, ageSeconds?}; `rate_limited` {seconds};
 * `switch_*` {network}; `auto_selected` {symbol, network}; `replaced_faster` {hash}.
 */
export type NoteCode =
  /** The payer declined in the wallet; nothing was charged. */
  | 'rejected'
  | 'switch_rejected'
  | 'approve_rejected'
  /** -32002: the wallet already has an open request. */
  | 'wallet_busy'
  /** The wallet did not respond within 60 s. */
  | 'wallet_timeout'
  | 'wallet_locked'
  /** The wallet failed before anything was sent. */
  | 'wallet_error'
  | 'wallet_gone'
  | 'switch_failed'
  | 'account_changed'
  | 'approval_reverted'
  | 'approval_too_low'
  | 'insufficient_balance'
  | 'insufficient_gas'
  /** The service's response changed between review and payment: the payer must review the payment again. */
  | 'payment_changed'
  /** The service could not be reached or failed; nothing was charged. */
  | 'service_unavailable'
  | 'chain_unavailable'
  /** A requested conversion has no rate now, or none that is recent enough. */
  | 'rate_unavailable'
  /** The page allows none of the ways in which this account could pay. */
  | 'no_option'
  | 'rate_limited'
  /** The attempt cannot be stored on this device, so the wallet received no request. */
  | 'storage_failed'
  /** Open in another tab of this browser. */
  | 'locked_tab'
  /** The other tab has an open wallet prompt: the payer must finish it there. */
  | 'locked_tab_signing'
  /** Being paid from another device or browser. */
  | 'locked_device'
  /** A Safe's transaction waits for its signers. */
  | 'safe_waiting'
  /** Continued in another tab. */
  | 'taken_over'
  | 'auto_selected'
  /** The wallet sent the payment again with a higher fee. */
  | 'replaced_faster'
  /** unknown: reading the chain. */
  | 'checking'
  /** unknown: the wallet has a pending transaction. */
  | 'pending_in_wallet'
  /** unknown: the nonce is unused, but the wallet's prompt may still be open. */
  | 'prompt_may_be_open'
  /** unknown: the nonce is unused and the prompt is gone. */
  | 'nonce_unused'
  /** unknown: the chain has not responded yet. */
  | 'not_found_yet'
  /** An earlier attempt was proved not sent; it is safe to pay. */
  | 'not_sent'
  /** An earlier attempt stopped after the approval. */
  | 'approval_kept'
  /** Paid from elsewhere while the wallet's prompt was open: the payer must decline it. */
  | 'paid_elsewhere'
  /** A second payment was sent after this one was paid: contact the merchant. */
  | 'paid_twice'
  | TronNoteCode

/**
 * Notes about payments on Tron. params: `tron_earlier`, `tron_approval_dropped`, `tron_not_taken`, `tron_busy` and `tron_no_resources`
 * {time?}.
 */
export type TronNoteCode =
  /** The wallet signed a transaction other than the requested one; it was not sent. */
  | 'tron_other_bytes'
  /** The wallet signed so late that the transaction had expired; it was not sent. */
  | 'tron_too_late'
  /** An earlier transaction can still be executed: the next one is built once that is no longer possible. */
  | 'tron_earlier'
  /** The approval was not executed before it expired. */
  | 'tron_approval_dropped'
  /** Sent: the network has rejected it so far, and the element resends it until it expires. */
  | 'tron_not_taken'
  /** Sent: no node has responded so far. */
  | 'tron_busy'
  /** Sent: the account has too little TRX or bandwidth for it. */
  | 'tron_no_resources'
  /** The transaction failed in a block that may still be reverted. */
  | 'tron_failing'

/** Failures of a payment on Tron. */
export type TronErrorCode =
  /** The transaction was not executed and never can be. params: reason `expired` or `signature` */
  'tron_dropped'

/** Failures of a payment over a bridge. */
export type BridgeErrorCode =
  /** The bridge refunded the money on the source chain. */
  | 'bridge_refunded'
  /** The bridge could not deliver the payment. */
  | 'bridge_failed'
  /** The bridge delivered an amount or a token other than the payment's, which does not count. */
  | 'bridge_not_counted'

/** Codes of `Model.error`, stable. */
export type ErrorCode =
  /** The transactions do not pay the amounts shown. params: reason */
  | 'calldata_mismatch'
  /** A payee or token differs from the destination that the page pinned. */
  | 'destination_mismatch'
  /** The network or token is not in the registry that ships with this version. */
  | 'unsupported_network'
  /** The transaction was mined and failed: only the network fee was spent. On Tron params: fee, reason */
  | 'payment_reverted'
  /** The payer cancelled it in the wallet. */
  | 'payment_cancelled'
  /** Another transaction replaced it. */
  | 'payment_replaced'
  | BridgeErrorCode
  | TronErrorCode
  /** A response from the service is invalid. */
  | 'invalid_response'
  /** The text of this code stands for codes that this release does not have; no element error carries it. */
  | 'internal'

/** The reason why the payment cannot be paid now. */
export type UnavailableReason =
  | 'expired'
  /** The merchant cancelled it. */
  | 'cancelled'
  | 'not_found'
  | 'not_payable'
  | 'rate_limited'
  | 'offline'
  | 'unauthorized'
  /** A requested conversion has no rate now, or none that is recent enough. */
  | 'no_rate'
  | 'server'

/** Everything that a view needs; a new object for each change. */
export type Model = {
  readonly state: StateName
  readonly payment: PaymentMetadata | null
  readonly wallets: readonly WalletInfo[]
  readonly account: AccountInfo | null
  readonly options: readonly PayOption[]
  readonly optionId: string | null
  readonly review: Review | null
  readonly steps: readonly StepView[]
  readonly transactions: readonly SentTransaction[]
  readonly confirmations: { readonly current: number; readonly required: number } | null
  readonly note: {
    readonly code: NoteCode
    readonly tone: 'info' | 'success' | 'error'
    readonly params?: Readonly<Record<string, string>>
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
  /** locked: Whether `takeOver()` can move the payment to this tab. */
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
      /** The machine's fact that caused it. */
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

/** The connection to WalletConnect. */
export type WalletConnectSettings = {
  /** The merchant’s project id, from WalletConnect’s dashboard. */
  readonly projectId: string
  /** WebSocket address of the relay; null for WalletConnect’s own. */
  readonly relayUrl: string | null
}

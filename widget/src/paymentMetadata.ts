import type { ShownPlan } from './plan.ts'

/** A fee, in the item's currency. */
export type ItemFee = {
  readonly percentage: string
  readonly amount: string
  readonly address: string
  /** `payee`: the fee is part of the item's amount. Otherwise, the payer pays it on top. */
  readonly bearer?: 'payee' | null
  /** Whether a fee on top is rounded up to the minor unit of the invoice currency. */
  readonly isRounded?: boolean | null
}

/** One payee of the payment, as the service describes it. */
export type PaymentItem = {
  readonly requestId: string
  readonly payee: string
  /** The stated amount; the payer pays `remainingAmount`, and the fee unless the payee bears it. Amounts are in the invoice currency. */
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
  /** The price of an item that the host prices; null or absent for any other. */
  readonly quoted?: ItemQuoted | null
}

/** An item in another currency, for which the host fixes the amount: at par, or by a quote. */
type ItemQuoted = {
  readonly pricing: string
  /** The symbol of the payment currency. */
  readonly symbol: string
  readonly decimals: number
}

/** The conversion of an amount in another currency. */
type ItemConversion = {
  /** The symbol of the payment currency. */
  readonly symbol: string
  readonly decimals: number
  /** The current rate: payment currency per unit of the invoice currency; null if the service cannot read it. */
  readonly rate: string | null
  /** The maximum age in seconds: with an older rate the payment fails. Null for any age. */
  readonly maxRateAgeS: number | null
}

/** The network on which the payment settles. */
type PaymentChain = {
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
  /** `amount` in the currency that was paid; null or absent until it is confirmed, or from a service of an earlier release. */
  readonly paid?: { readonly amount: string; readonly symbol: string } | null
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly status: 'confirming' | 'confirmed'
  readonly explorerUrl: string | null
  /** The time of the block, ISO 8601; null if unknown. */
  readonly timestamp: string | null
}

/** A transaction that gives money back. */
export type RefundTransaction = Omit<PaymentTransaction, 'paid'> & {
  /** The symbol of the currency that was paid; null or absent from a service of an earlier release. */
  readonly symbol?: string | null
}

/** The service's view of the last attempt to pay, from any device. */
export type LastAttempt = {
  /**
   * The first 8 characters of the attempt's id; only the page that began the attempt has the full id. Null if the service does not return
   * it.
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
  /** Whether the service pays the network fee of a payment that the payer signs; no if null or absent. */
  readonly isSponsored?: boolean | null
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
    readonly supportEmail?: string | null
  }
  readonly transactions: readonly PaymentTransaction[]
  /** The refunds on chain; each amount is in the currency that was paid. Null or absent without one. */
  readonly refunds?: readonly RefundTransaction[] | null
  readonly lastAttempt: LastAttempt | null
  /** Chain name -> symbol -> balance; null if no wallet was named. */
  readonly paymentOptions: Readonly<
    Record<string, Readonly<Record<string, PaymentOptionBalance>>>
  > | null
  /** The link to follow once the payment is paid, and its label; null or absent without one. */
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

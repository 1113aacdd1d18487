import type { NonEmpty } from './nonEmpty.ts'
import type { PaymentItem } from './paymentMetadata.ts'
import type { ShownPlan } from './plan.ts'

/** A sum of one currency; a batch may need several. */
export type Cost = { readonly symbol: string; readonly amount: string }

/** An estimated network fee in the native coin, with its worth in the invoice currency; null without a rate. */
export type NetworkFee = Cost & { readonly worth: Cost | null }

/** The id by which the payer chooses to pay with a token that the payment does not accept. */
export type OtherTokens = 'other_tokens'

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
  readonly costs: NonEmpty<Cost>
  /** The maximum that leaves the wallet for this payment; the same as `costs` unless there is a conversion. */
  readonly spending: NonEmpty<Cost>
  /** The balance in the first currency that is spent; null if unknown. */
  readonly balance: string | null
  readonly hasEnoughBalance: boolean
  /** The amount that the account lacks in the only currency that is spent; null if it has enough, or if several are spent. */
  readonly missing: Cost | null
  /** Whether the account can pay the network fee; null if unknown. */
  readonly hasEnoughGas: boolean | null
  /** The balance of the coin that pays the network fee, and the amount that is missing; absent if it suffices, or if unknown. */
  readonly lackingGas?: LackingGas
  /** Present if the service pays the network fee of a payment that the payer signs: `hasEnoughGas` is then null. */
  readonly isSponsored?: true
  readonly route: 'direct' | 'bridge'
  /** Present if a quote fixes the amount of a payment that contracts could also convert. */
  readonly isQuoted?: true
  /** The costs of the direct way of a payment in one currency; absent if the service returns no estimate. */
  readonly directCosts?: RouteCosts
  /** The data of a way over a bridge; absent for the direct way. */
  readonly bridge?: BridgeOption
  /** The data of a currency that the payment accepts; absent if the payment has only one. */
  readonly accepted?: AcceptedCurrency
  /** For the first accepted currency: those that need a wallet of another family of networks. */
  readonly others?: readonly { readonly symbol: string; readonly networkName: string }[]
  /**
   * For the first accepted currency, if a bridge could pay it: whether the list contains the ways from other chains. If not, they are read
   * once the payer chooses `OtherTokens`.
   */
  readonly otherTokens?: 'listed' | 'on_press'
  /** For the direct way: chains that timed out, so that further ways may be missing. */
  readonly silentChains?: readonly string[]
  /** For the direct way: chains from which a payment would arrive after its quote, which the service therefore does not offer. */
  readonly slowChains?: readonly string[]
}

/** The account's balance of the native coin, and what it lacks for the network fee. */
type LackingGas = { readonly balance: Cost; readonly missing: Cost }

/** A currency that the payment accepts. */
export type AcceptedCurrency = {
  readonly networkName: string
  /** For a currency that the host prices: `par`, or `market` if a quote fixes the amount; null for any other. */
  readonly pricing: string | null
  /** The amount at the current rate, with its fee; `needed` may be more. */
  readonly amount: Cost
  /** The estimated network fee of all transactions, in the native coin. */
  readonly networkFee: Cost
  /** The balance and the network fee in the invoice currency, and all that leaves the wallet; null without a rate. */
  readonly balanceWorth: Cost | null
  readonly feeWorth: Cost | null
  readonly total: Cost | null
  /** The payment in this currency as the service listed it: the payment that the wallet signs must be the same. */
  readonly listed: ListedPayment
}

/** The members that a payment in one currency has. */
export type ListedPayment = {
  /** The currency's id, by which calls name it. */
  readonly currency: string
  readonly network: string
  readonly payee: string
  readonly tokenAddress: string | null
  readonly paymentReference: string
  /** The symbol and the amount of the invoice. */
  readonly symbol: string
  readonly amount: string
  readonly fee: PaymentItem['fee']
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
  /** Absent if the service returns no estimates. */
  readonly costs?: RouteCosts
  /** For a payment that accepts several currencies: the accepted currency that arrives. */
  readonly arrival?: AcceptedArrival
}

/** The costs of a payment: estimates, for display only. */
export type RouteCosts = {
  /** The network fee of all transactions, in the native coin. */
  readonly networkFee: Cost
  /** The network fee in the invoice currency, and all that leaves the wallet; null without a rate. */
  readonly feeWorth: Cost | null
  readonly total: Cost | null
}

/** A payment from another chain in a currency that the payment does not accept. It arrives in the payment's own currency. */
type AcceptedArrival = {
  /** The way to pay the payment's own currency, and its price as in `AcceptedCurrency`. */
  readonly plan: ShownPlan
  readonly pricing: string | null
  /** The payment that must arrive, as the service listed it. */
  readonly listed: ListedPayment
}

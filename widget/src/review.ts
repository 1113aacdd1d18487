import type { SignedPaymentTypedData } from '@secure-payment/core/signed'
import type { NonEmpty } from './nonEmpty.ts'
import type { ItemFee } from './paymentMetadata.ts'
import type { BridgeOption, Cost } from './payOption.ts'

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
  readonly totalNeeded: NonEmpty<Cost>
  /** The maximum that leaves the wallet for this payment; the same as `totalNeeded` unless there is a conversion. */
  readonly spending: NonEmpty<Cost>
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
  /** The message that the payer signs in place of all transactions, if the service sends the payment. */
  readonly message?: SignedPaymentTypedData
  /** Returns the service's reason, in a language, for which it offers no such message although it pays network fees for this payment. */
  readonly unsponsored?: SayReason
  readonly calldata: readonly WireTransaction[]
  /** On Tron: the account's resources, and what the payment needs beyond its amount; absent if unknown. */
  readonly tron?: TronReadiness
  /** For a payment from another chain: `networkName` and `contractAddress` then belong to the source chain. */
  readonly bridge?: BridgeReview
  /** For a payment that the host prices: its price. `items` and `totalNeeded` are then in the invoice currency. */
  readonly quote?: QuoteReview
}

/** The price of a payment that the host prices. */
export type QuoteReview = {
  /** The quote's id; null at par. */
  readonly id: string | null
  /** One whole unit of the payment currency, and its price in the invoice currency. */
  readonly unit: Cost
  readonly price: Cost
  /** The names of the price's sources; empty at par. */
  readonly sources: readonly string[]
  /** The amount and, if the payer bears it, the fee, each priced and then rounded up on its own; empty at par. */
  readonly parts: readonly PricedPart[]
  /** The price's expiry, in ms since the epoch on this device's clock; null at par. */
  readonly expiresAt: number | null
}

/** Returns a reason in a language, such as `de-AT`. */
export type SayReason = (language: string) => string

/** A part of a quoted payment: what is due, its worth at the price to the unit, and what the payer pays for it. */
export type PricedPart = { readonly due: Cost; readonly worth: Cost; readonly paid: Cost }

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

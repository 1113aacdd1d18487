import type { Cost } from './payOption.ts'

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
  /** The symbol of the token that was sent on the source chain. */
  readonly token: string
  /** The amount that was sent; null until the service has recognised a payment of this kind. */
  readonly sourceAmount: string | null
  /** The amount that counts once it arrives, in the invoice currency; null or absent if the service does not return it. */
  readonly promisedAmount?: string | null
  readonly status: string
  /** Whether an amount that counts has arrived. */
  readonly isCounted: boolean
  /** Whether the money may still arrive or come back; absent for services of an earlier release. */
  readonly isFollowed?: boolean | null
  readonly settledTxHash: string | null
  /** The bridge's page about the transfer; null if the service returns none. */
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

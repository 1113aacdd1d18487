import type { Hex } from 'viem'

/** Carries tokens from one chain to another and calls a contract with them on arrival. Amounts are base units. */
export type Bridge = {
  readonly id: 'lifi'
  /**
   * Returns the cost of paying from the source chain, and the payer's first transaction. Null if there is no route. A quote may be a few
   * seconds old; its transaction can be signed until `expiresAt`.
   *
   * @throws BridgeUnavailableError
   */
  quote(query: BridgeQuery): Promise<BridgeQuote | null>
  /**
   * Returns a transfer's state, by its source transaction's hash. The bridge's report is only a claim: money counts once it is seen on the
   * destination chain.
   *
   * @throws BridgeUnavailableError
   */
  status(query: TransferQuery): Promise<TransferStatus>
}

/** The requested transfer. Exactly `toUnits` arrive, and `call` spends them; its contract is approved for them. */
export type BridgeQuery = {
  fromChainId: number
  fromToken: string
  fromAddress: string
  toChainId: number
  toToken: string
  toUnits: bigint
  /** Receives the tokens if the call fails. */
  fallbackAddress: string
  call: { to: string; data: Hex; gasLimit: bigint }
}

/** A checked offer. Addresses carry their EIP-55 checksum. */
export type BridgeQuote = {
  /** The bridge's id of this quote. */
  id: string
  /** The bridge that carries the tokens, such as `across`; {@link TransferQuery} needs it. */
  tool: string
  /** The amount that the transaction spends from the payer, including fees. */
  fromUnits: bigint
  /** The expected amount that arrives. */
  toUnits: bigint
  /** The minimum amount that arrives; never less than requested. */
  toMinUnits: bigint
  /** The address that the payer approves for `fromUnits`. */
  approvalAddress: string
  transaction: { to: string; data: Hex; value: bigint; chainId: number }
  fees: readonly BridgeFee[]
  /** Estimated seconds from the source transaction to the arrival. */
  durationS: number
  /** Set by this service, because bridges return no expiry. */
  expiresAt: Date
}

/** A cost that a bridge reports, for display only; `fromUnits` counts. */
export type BridgeFee = {
  /** `gas` is the gas of the source transaction, in native coins. */
  kind: 'bridge' | 'gas'
  name: string
  units: bigint
  symbol: string
  decimals: number
  /** Decimal; null if missing. */
  amountUsd: string | null
  /** Whether `fromUnits` includes this cost. */
  included: boolean
}

/** The queried transfer. */
export type TransferQuery = {
  /** The hash of the source transaction. */
  txHash: Hex
  /** The tool of the quote that the payer signed. */
  tool: string
  fromChainId: number
  toChainId: number
}

/**
 * - `unknown`: the bridge has no such transfer, or has not seen it yet.
 * - `pending`: the tokens are in transit, or this service does not recognise the bridge's status.
 * - `completed`: the bridge delivered the order, through the call or to the fallback address.
 * - `partial`: the bridge delivered another token or amount.
 * - `refunded`: the tokens were returned to the payer.
 * - `failed`: the source transaction has failed, or the bridge gave up.
 */
export type TransferState = 'unknown' | 'pending' | 'completed' | 'partial' | 'refunded' | 'failed'

/** The bridge's report about a transfer. Addresses carry their EIP-55 checksum, hashes are in lower case. */
export type TransferStatus = {
  state: TransferState
  /** The bridge's own value, for logs and support. */
  substatus: string | null
  /** Null until the bridge has seen the tokens leave. */
  sending: {
    txHash: Hex
    chainId: number
    token: string
    units: bigint
    sender: string | null
  } | null
  /** Null until a destination is known; its other members are null until the tokens have arrived. */
  receiving: {
    txHash: Hex | null
    chainId: number
    token: string | null
    units: bigint | null
  } | null
  /** The bridge's page about the transfer: https, or http on this machine. */
  explorerUrl: string | null
}

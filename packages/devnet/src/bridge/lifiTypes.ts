import type { Address, Hex } from 'viem'

/** A token as LI.FI's API describes it. Prices are dollars as decimal text. */
export type LiFiToken = {
  address: Address
  chainId: number
  symbol: string
  decimals: number
  name: string
  coinKey: string
  priceUSD: string
  logoURI: string
}

/** The bridge that carries the tokens. */
export type LiFiToolDetails = { key: string; name: string; logoURI: string }

/** A fee in base units of `token`. `percentage` is a fraction; `included` means that the source amount contains the fee. */
export type LiFiFeeCost = {
  name: string
  description: string
  percentage: string
  token: LiFiToken
  amount: string
  amountUSD: string
  included: boolean
}

/** Gas of the source transaction: `price` and `amount` in wei, `estimate` and `limit` in gas. */
export type LiFiGasCost = {
  type: 'SEND'
  price: string
  estimate: string
  limit: string
  amount: string
  amountUSD: string
  token: LiFiToken
}

export type LiFiAction = {
  fromToken: LiFiToken
  fromAmount: string
  toToken: LiFiToken
  fromChainId: number
  toChainId: number
  slippage: number
  fromAddress: Address
  toAddress: Address
}

export type LiFiEstimate = {
  tool: string
  approvalAddress: Address
  /** Whether the payer must first set a remaining allowance to 0. */
  approvalReset: boolean
  fromAmount: string
  fromAmountUSD: string
  toAmount: string
  toAmountMin: string
  toAmountUSD: string
  /** In seconds. */
  executionDuration: number
  feeCosts: LiFiFeeCost[]
  gasCosts: LiFiGasCost[]
}

/** One leg in a transfer, without a transaction. */
type LiFiIncludedStep = {
  type: 'cross'
  id: string
  tool: string
  toolDetails: LiFiToolDetails
  action: LiFiAction
  estimate: LiFiEstimate
}

/** A quote. The transaction's numbers are hexadecimal quantities. A step in a route has no transaction. */
export type LiFiStep = Omit<LiFiIncludedStep, 'type'> & {
  type: 'lifi'
  integrator: string
  includedSteps: LiFiIncludedStep[]
  transactionRequest?: {
    from: Address
    to: Address
    chainId: number
    data: Hex
    value: Hex
    gasPrice: Hex
    gasLimit: Hex
  }
}

/** A route from `POST /v1/advanced/routes`. */
export type LiFiRoute = {
  id: string
  fromChainId: number
  fromAmountUSD: string
  fromAmount: string
  fromToken: LiFiToken
  fromAddress: Address
  toChainId: number
  toAmountUSD: string
  toAmount: string
  toAmountMin: string
  toToken: LiFiToken
  toAddress: Address
  gasCostUSD: string
  containsSwitchChain: boolean
  steps: LiFiStep[]
  tags: string[]
}

/** One side of a transfer in the response to `GET /v1/status`. Until the tokens arrive, the receiving side contains only its chain. */
export type LiFiTransaction = {
  txHash: Hex
  chainId: number
  txLink: string
  amount: string
  amountUSD: string
  token: LiFiToken
  gasPrice: string
  gasUsed: string
  gasToken: LiFiToken
  gasAmount: string
  gasAmountUSD: string
  /** In Unix seconds. */
  timestamp: number
  value: string
}

/** The response to `GET /v1/status`, which depends on the transaction found for the hash. */
export type LiFiStatus =
  | { status: 'NOT_FOUND' | 'INVALID'; substatusMessage: string }
  | {
      status: 'FAILED'
      substatus: 'EXPIRED' | 'UNKNOWN_FAILED_ERROR'
      substatusMessage: string
      tool: string
      sending: Pick<LiFiTransaction, 'txHash' | 'chainId' | 'txLink'>
    }
  | {
      status: 'PENDING' | 'DONE' | 'FAILED'
      substatus:
        | 'WAIT_DESTINATION_TRANSACTION'
        | 'COMPLETED'
        | 'PARTIAL'
        | 'REFUNDED'
        | 'NOT_PROCESSABLE_REFUND_NEEDED'
      substatusMessage: string
      transactionId: Hex
      tool: string
      sending: LiFiTransaction
      receiving: LiFiTransaction | { chainId: number }
      feeCosts: LiFiFeeCost[]
      fromAddress: Address
      toAddress: Address
      lifiExplorerLink: string
      bridgeExplorerLink: string
      metadata: { integrator: string }
    }

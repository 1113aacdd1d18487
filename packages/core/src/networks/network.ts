/**
 * Every contract that the service can pay through or read from.
 *
 * - LiFiDiamond receives LI.FI's bridge transactions.
 * - ERC20SignedPayment is at the address where this project's deploy command puts it. Until someone runs the command on a network, the
 *   address has no code, and the network offers no signed payments. No other code can ever be there.
 * - Permit2 is Uniswap's, which the networks with ERC20SignedPayment have.
 */
export const contractNames = [
  'ERC20FeeProxy',
  'EthereumFeeProxy',
  'Erc20ConversionProxy',
  'EthConversionProxy',
  'ChainlinkConversionPath',
  'BatchConversionPayments',
  'ERC20RecurringPaymentProxy',
  'ERC20SignedPayment',
  'SingleRequestProxyFactory',
  'Permit2',
  'Multicall3',
  'LiFiDiamond',
] as const

export type ContractName = (typeof contractNames)[number]

/**
 * One deployment of a contract. `creationBlock` is a lower bound for log scans, not a fact about the chain: the source artifacts are
 * visibly wrong in a few places.
 */
export type Deployment = { address: string; version: string; creationBlock: number }

/** The deployment that new payments use; `others` are further versions whose events still count as payments. */
export type Contract = Deployment & { others?: readonly Deployment[] }

/**
 * A token for payments. `aliases` are further ids accepted on input. `resetsApproval` marks tokens that reject a change from one non-zero
 * allowance to another, so that an allowance must first be set to 0.
 */
export type Token = {
  currencyId: string
  aliases: readonly string[]
  symbol: string
  name: string
  address: string
  decimals: number
  resetsApproval?: boolean
}

/**
 * The coin that pays for gas. `hash` is the last 20 bytes of keccak-256 of `{"type":"eth","value":"<symbol>"}` in lower case. The symbol is
 * the one in the deployed conversion contracts (such as `AETH` on Arbitrum).
 */
export type NativeCurrency = {
  currencyId: string
  aliases: readonly string[]
  symbol: string
  name: string
  decimals: number
  hash: string
}

/**
 * The point at which a payment counts as confirmed: the node's `finalized` or `safe` block, or `depth` blocks below the head. With a tag,
 * `depth` is the fallback for a node that does not support the tag.
 */
export type Finality = { mode: 'finalized' | 'safe' | 'depth'; depth: number }

/** The names of some networks in the API's crosschain parameters. */
export type SourceChain = 'BASE' | 'OPTIMISM' | 'ARBITRUM' | 'ETHEREUM'

/**
 * The definition of one chain. EVM addresses have their EIP-55 checksum; Tron addresses are base58 text. `blockTimeMs` is the usual time
 * between blocks; `maxLogRange` is the maximum number of blocks per `eth_getLogs`. `publicRpcUrls` serve wallets and pages, and are not
 * meant for a host's own watcher.
 */
export type Network = {
  id: string
  chainId: number
  name: string
  family: 'evm' | 'tron'
  isTestnet: boolean
  /** A chain on a developer's machine. */
  isLocal: boolean
  sourceChain?: SourceChain
  nativeCurrency: NativeCurrency
  tokens: readonly Token[]
  contracts: { readonly [Name in ContractName]?: Contract }
  finality: Finality
  blockTimeMs: number
  maxLogRange: number
  /** Origin of the block explorer without a trailing slash, with which `explorerTransactionUrl` builds its pages; null without one. */
  explorerUrl: string | null
  publicRpcUrls: readonly string[]
}

/** Checks the type of a network's definition, and returns the definition unchanged. */
export function defineNetwork<const Definition extends Network>(
  definition: Definition,
): Definition {
  return definition
}

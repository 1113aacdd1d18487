/** Every contract the service can pay through or read from. LiFiDiamond is where LI.FI takes bridge transactions. */
export const contractNames = [
  'ERC20FeeProxy',
  'EthereumFeeProxy',
  'Erc20ConversionProxy',
  'EthConversionProxy',
  'ChainlinkConversionPath',
  'BatchConversionPayments',
  'ERC20RecurringPaymentProxy',
  'SingleRequestProxyFactory',
  'Multicall3',
  'LiFiDiamond',
] as const

export type ContractName = (typeof contractNames)[number]

/**
 * One deployment of a contract. `creationBlock` is a lower bound for log scans, not a fact about the chain: the
 * artifacts it comes from are visibly off in a few places.
 */
export type Deployment = { address: string; version: string; creationBlock: number }

/** The deployment that new payments use; `others` are further versions whose events still count as payments. */
export type Contract = Deployment & { others?: readonly Deployment[] }

/**
 * A token that payments may be made in. `aliases` are further ids accepted on input. `resetsApproval` marks tokens
 * that refuse to change a non-zero allowance to another non-zero one, so that it has to be set to 0 first.
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
 * The coin that pays for gas. `hash` is the last 20 bytes of keccak-256 of `{"type":"eth","value":"<symbol>"}` in
 * lower case, with the symbol that the deployed conversion contracts were set up with (such as `AETH` on Arbitrum).
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
 * When a payment counts as confirmed: at the node's `finalized` or `safe` block, or `depth` blocks under the head.
 * With the two tags, `depth` is what is used instead when a node does not answer the tag.
 */
export type Finality = { mode: 'finalized' | 'safe' | 'depth'; depth: number }

/** Names that crosschain parameters of the API use for some networks. */
export type SourceChain = 'BASE' | 'OPTIMISM' | 'ARBITRUM' | 'ETHEREUM'

/**
 * A chain as data. EVM addresses carry their EIP-55 checksum, Tron addresses are base58 text. `blockTimeMs` is the usual
 * distance of two blocks; `maxLogRange` the most blocks one `eth_getLogs` asks for; `publicRpcUrls` serve wallets and
 * pages and are not meant for a host's own watching.
 */
export type Network = {
  id: string
  chainId: number
  name: string
  family: 'evm' | 'tron'
  isTestnet: boolean
  /** A chain of a developer's machine. */
  isLocal: boolean
  sourceChain?: SourceChain
  nativeCurrency: NativeCurrency
  tokens: readonly Token[]
  contracts: { readonly [Name in ContractName]?: Contract }
  finality: Finality
  blockTimeMs: number
  maxLogRange: number
  /** Origin of the block explorer without a trailing slash; `explorerTransactionUrl` builds its pages. */
  explorerUrl: string | null
  publicRpcUrls: readonly string[]
}

/** Types a network's definition; returns its argument. */
export function defineNetwork<const Definition extends Network>(
  definition: Definition,
): Definition {
  return definition
}

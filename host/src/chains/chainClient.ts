import type { RawLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { TronChain } from './tronChain.ts'

/**
 * The host's interface to a chain: the port that the EVM client and Tron's implement. Every method throws {@link
 * ChainUnavailableError} when no node gave a usable response.
 */
export type ChainClient = {
  readonly network: Network
  /**
   * The tip, and in the same round trip the block at the height `watched`, to see whether it is still the same one. Of
   * the tags, only the one that `confirmedBy` counts by is requested; a node that does not return it is skipped.
   */
  getHead(watched?: bigint, confirmedBy?: Network['finality']): Promise<Head>
  /**
   * The tip that most of the configured nodes have reached, as the lowest of them has it; `null` when too few respond.
   */
  getAgreedHead(watched: bigint | undefined, confirmedBy: Network['finality']): Promise<Head | null>
  /** A block by number or hash; `null` when the node does not have it. */
  getBlock(id: bigint | Hex): Promise<Block | null>
  /** The block at a height as each configured node has it, `null` for those that do not respond or lack it. */
  getBlockEverywhere(number: bigint): Promise<readonly (Block | null)[]>
  /** Several blocks by number in one round trip, in the order of the numbers. */
  getBlocks(numbers: readonly bigint[]): Promise<readonly (Block | null)[]>
  /**
   * Like {@link getBlocks}, but as most of the configured nodes have them: money is decided by no single node.
   * @throws NodesDisagreeError
   */
  getAgreedBlocks(numbers: readonly bigint[]): Promise<readonly (Block | null)[]>
  /**
   * All logs of a closed range that match the filter, ascending by block and log index, each once. The responding node
   * has proven to have the range: a node behind `toBlock` is an error, never an empty list.
   */
  getLogs(range: BlockRange, filter: LogFilter, options?: LogOptions): Promise<LogAnswer>
  /**
   * Receipts of mined transactions, in the order of the queries, as most of the configured nodes have them, so that an
   * invented payment of one node does not pass. `null` for a receipt so large that a node can return neither it nor its
   * requested logs. A missing receipt is an error.
   * @throws NodesDisagreeError
   */
  getReceipts(queries: readonly ReceiptQuery[]): Promise<readonly (Receipt | null)[]>
  /**
   * A transaction that any reachable node has, in a block or waiting for one; null when none has. Has a short deadline:
   * a caller waits.
   */
  findTransaction(hash: Hex): Promise<Transaction | null>
  /**
   * A transaction as most of the configured nodes have it; null when they do not have it.
   * @throws NodesDisagreeError
   */
  getAgreedTransaction(hash: Hex): Promise<WholeTransaction | null>
  /** Balances and allowances of a wallet, in one round trip with a short deadline. */
  readPayerState(query: PayerStateQuery): Promise<PayerChainState>
  /**
   * The rate along each path at a block or the latest one, as most of the configured nodes have it. It comes from the
   * contract that the network's conversion proxy reads, in one round trip to each node, with a short deadline. `null`
   * where the contract cannot follow the path, and on a network without conversion contracts.
   * @throws NodesDisagreeError
   */
  readRates(paths: readonly RatePath[], atBlock?: bigint): Promise<readonly (Rate | null)[]>
  /**
   * The verdict of an account's code on a signature, as most of the configured nodes have it, with a short deadline.
   * Any failure of the code (a revert, all its gas used, too long a response) is not an error but `invalid`.
   * @throws NodesDisagreeError
   */
  checkSignature(query: SignatureQuery): Promise<SignatureVerdict>
  /** Returns which addresses have code, in their order. */
  hasCode(addresses: readonly string[]): Promise<readonly boolean[]>
  /** An account's nonces and balance, and whether it has its own code. */
  readAccount(address: string): Promise<AccountState>
  /** The present gas prices. */
  readFees(): Promise<Fees>
  /** The effect of a transaction in the latest state; nothing is sent. */
  simulate(transaction: UnsignedCall): Promise<Simulation>
  /**
   * Sends a signed transaction to every node and returns the most favourable response. Repeating it is harmless. After
   * an error the transaction may or may not have been accepted.
   */
  broadcast(raw: Hex): Promise<BroadcastOutcome>
  /** The outcome of a transaction in the latest state of any reachable node; null while it is in no block. */
  findReceipt(hash: Hex): Promise<ReceiptOutcome | null>
  /**
   * The return value of a contract for a read in the latest state: `0x` where there is no code, null when it reverts.
   */
  call(to: string, data: Hex): Promise<Hex | null>
}

/** The chain clients of the networks that this host serves. */
export type ChainClients = AsyncDisposable & {
  /** Throws {@link ChainNotConfiguredError} for a network that the host does not serve. */
  get(networkId: string): ChainClient
  /**
   * The reads for paying on a network of Tron's family; throws {@link ChainNotConfiguredError} for any other network.
   */
  getTron(networkId: string): TronChain
  /** Ids of the served networks, in configuration order. */
  readonly ids: readonly string[]
}

/** A closed range of block numbers; `fromBlock <= toBlock`. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint }

/** Contracts, any of which emitted, and first topics, any of which match. */
export type LogFilter = { addresses: readonly string[]; topics: readonly Hex[] }

/** Selects the nodes whose response to a log query counts. */
export type LogOptions = {
  /**
   * Only responses of a node that itself reports the whole range as confirmed by this rule. Without it, a node on a
   * fork could answer for heights that another node reported as confirmed.
   */
  confirmedBy?: Network['finality']
  /** Prefers another node than the first, where there is one. */
  isSecondLook?: boolean
  /**
   * Reads no headers except the two ends and no block twice: few calls, for any length of the range. Logs that a node
   * leaves out are then found only by a second read.
   */
  isSparing?: boolean
}

/** The header fields that detection needs. */
export type Block = {
  number: bigint
  hash: Hex
  parentHash: Hex
  timestampS: number
  /** 256 bytes, or `null` where the chain leaves it out. */
  logsBloom: Hex | null
}

/**
 * The height of a tagged block: `unsupported` when the node does not support the tag at all, `null` when it does not
 * return it this time, which is a fault.
 */
export type TagHeight = bigint | 'unsupported' | null

/** The tip as one node has it; heights are block numbers, `null` for a tag that was not requested. */
export type Head = {
  latest: Block
  safe: TagHeight
  finalized: TagHeight
  /** The block at the watched height; `null` when none was requested or the node does not have it. */
  watched: Block | null
}

/** Logs of a range together with the headers of its ends, read from the same node. */
export type LogAnswer = { logs: readonly RawLog[]; first: Block; last: Block }

/** A transaction mined in a known block, and which of its logs matter: any sender may add others, of any size. */
export type ReceiptQuery = {
  transactionHash: Hex
  blockHash: Hex
  logs: readonly ReceiptLogFilter[]
}

/** Contracts in lower case, and for each topic the values it may have; `null`: any. */
export type ReceiptLogFilter = {
  addresses: readonly string[]
  topics: readonly (readonly Hex[] | null)[]
}

/** A mined transaction's outcome. */
export type Receipt = {
  transactionHash: Hex
  blockNumber: bigint
  blockHash: Hex
  /** False: reverted, its logs are empty. */
  succeeded: boolean
  /** Sender of the transaction, lower case. */
  from: string
  /**
   * Its cost in native base units, with the fee of an OP-stack chain for its data on layer 1; `null` when the receipt
   * was too large to read.
   */
  costUnits: bigint | null
  /** The requested logs, in their order. */
  logs: readonly RawLog[]
}

/** The content of a transaction, mined or not; `input` in lower case. */
export type Transaction = { hash: Hex; input: Hex }

/** A transaction with its parties, in lower case; `to` is null when it creates a contract, `blockNumber` while it is in no block. */
export type WholeTransaction = Transaction & {
  from: string
  to: string | null
  blockNumber: bigint | null
}

/** The wallet whose state to read; `spender: null` skips allowances. Addresses in any case. */
export type PayerStateQuery = {
  wallet: string
  tokens: readonly string[]
  spender: string | null
}

/** A wallet's means on one network, all in base units; `tokens` is keyed by lower-case token address. */
export type PayerChainState = {
  nativeUnits: bigint
  /** Current gas price in native base units. */
  gasPriceUnits: bigint
  tokens: Readonly<Record<string, TokenState>>
}

/** Currency hashes or token addresses, from the first currency to the last. */
export type RatePath = readonly string[]

/**
 * The response of ChainlinkConversionPath: base units of the last currency for one unit of the first (fiat at 8
 * decimals), times 10^18. `oldestTimestampS` is the age of the oldest feed on the path, unix seconds.
 */
export type Rate = { rate: bigint; oldestTimestampS: bigint }

/** A hash and the signature that an account is claimed to have made of it. */
export type SignatureQuery = {
  account: Hex
  hash: Hex
  signature: Hex
  /** The deployment of an account that has no code yet, only in the state of the call (ERC-6492); `null`: it has none. */
  deployment: { factory: Hex; data: Hex } | null
}

/**
 * `no_code`: nothing is deployed at the account, so that its key signs for it. Only without `deployment`.
 * `valid_delegate`: valid by code that the account's key delegates to (EIP-7702), so that no other party can have put
 * it there, on any chain.
 */
export type SignatureVerdict = 'valid' | 'valid_delegate' | 'invalid' | 'no_code'

/** An account as a node sees it. */
export type AccountState = {
  /** Nonce of the next transaction after those in blocks. */
  latestNonce: bigint
  /** Nonce of the next transaction after those that the node has, never below `latestNonce`. */
  pendingNonce: bigint
  /** Balance of the native coin. */
  balanceUnits: bigint
  /** A contract: an account that only delegates to one by EIP-7702 still signs with its own key, and does not count as one. */
  hasContractCode: boolean
}

/**
 * Native base units per gas. `isLegacy`: the chain does not support EIP-1559 fees, and its gas price is the base fee.
 */
export type Fees = { baseFeeUnits: bigint; priorityFeeUnits: bigint; isLegacy: boolean }

/** A call that is not signed yet; addresses in any case. */
export type UnsignedCall = { from: string; to: string; data: Hex }

/** The gas that a transaction needs, or its revert data: `0x` when the node or the contract does not return any. */
export type Simulation = { gas: bigint } | { revert: Hex }

/**
 * The outcome of a broadcast:
 *
 * - `accepted`: at least one node has the transaction, in its pool or in a block
 * - `nonce_used`: the nonce is in a block already, possibly by this very transaction
 * - `nonce_ahead`: an earlier nonce is missing
 * - `underpriced`: its fees are too low, in general or to replace another transaction of its nonce
 * - `no_funds`: the sender cannot pay the gas
 */
export type BroadcastOutcome =
  | 'accepted'
  | 'nonce_used'
  | 'nonce_ahead'
  | 'underpriced'
  | 'no_funds'

/** The outcome of a mined transaction. */
export type ReceiptOutcome = { succeeded: boolean; blockNumber: bigint }

/** `null`: the token did not respond to the call. */
export type TokenState = { balanceUnits: bigint | null; allowanceUnits: bigint | null }

import type { RawLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { TronChain } from './tronChain.ts'

/**
 * The host's interface to a chain, which the EVM client and the Tron client implement. Every method throws {@link ChainUnavailableError}
 * when no node gave a usable response.
 */
export type ChainClient = {
  readonly network: Network
  /**
   * Reads the tip and, in the same round trip, the block at height `watched`, which shows whether that block was replaced. The only tag
   * requested is that of `confirmedBy`; a node that does not return it is skipped.
   */
  getHead(watched?: bigint, confirmedBy?: Network['finality']): Promise<Head>
  /** The tip that most of the configured nodes have reached, as the lowest of those nodes returns it; `null` if too few respond. */
  getAgreedHead(watched: bigint | undefined, confirmedBy: Network['finality']): Promise<Head | null>
  /** A block by number or hash; `null` when the node does not have it. */
  getBlock(id: bigint | Hex): Promise<Block | null>
  /** The block at a height, as each configured node has it; `null` for a node that does not respond or lacks it. */
  getBlockEverywhere(number: bigint): Promise<readonly (Block | null)[]>
  /** Several blocks by number in one round trip, in the order of the numbers. */
  getBlocks(numbers: readonly bigint[]): Promise<readonly (Block | null)[]>
  /**
   * Like {@link getBlocks}, but as most of the configured nodes have them, because money must not depend on a single node.
   * @throws NodesDisagreeError
   */
  getAgreedBlocks(numbers: readonly bigint[]): Promise<readonly (Block | null)[]>
  /**
   * All logs of a closed range that match the filter, ascending by block and log index, each once. The responding node has proved that it
   * has the range: a node that is behind `toBlock` causes an error, never an empty list.
   */
  getLogs(range: BlockRange, filter: LogFilter, options?: LogOptions): Promise<LogAnswer>
  /**
   * Receipts of mined transactions, in the order of the queries, as most of the configured nodes have them. A payment that only one node
   * reports therefore does not count. `null` for a receipt that no node can return because of its size, even when only the requested logs
   * are read. A missing receipt is an error.
   * @throws NodesDisagreeError
   */
  getReceipts(queries: readonly ReceiptQuery[]): Promise<readonly (Receipt | null)[]>
  /** A transaction that any reachable node has, mined or pending; null if none has it. The deadline is short, because a caller waits. */
  findTransaction(hash: Hex): Promise<Transaction | null>
  /**
   * A transaction as most of the configured nodes have it; null if most do not have it.
   * @throws NodesDisagreeError
   */
  getAgreedTransaction(hash: Hex): Promise<WholeTransaction | null>
  /** A wallet's balances and allowances, in one round trip with a short deadline. */
  readPayerState(query: PayerStateQuery): Promise<PayerChainState>
  /**
   * The rate along each path at a block or the latest one, as most of the configured nodes have it. The rate comes from the contract that
   * the network's conversion proxy reads, in one round trip to each node, with a short deadline. `null` if the contract cannot follow the
   * path, or the network has no conversion contracts.
   * @throws NodesDisagreeError
   */
  readRates(paths: readonly RatePath[], atBlock?: bigint): Promise<readonly (Rate | null)[]>
  /**
   * The verdict of an account's code on a signature, as most of the configured nodes have it, with a short deadline. Any failure of the
   * code (a revert, exhausted gas, or too long a response) counts as `invalid`, not as an error.
   * @throws NodesDisagreeError
   */
  checkSignature(query: SignatureQuery): Promise<SignatureVerdict>
  /** Returns which addresses have code, in the given order. */
  hasCode(addresses: readonly string[]): Promise<readonly boolean[]>
  /** An account's nonces and balance, and whether it has code of its own. */
  readAccount(address: string): Promise<AccountState>
  /** The current gas prices. */
  readFees(): Promise<Fees>
  /** The simulated outcome of a transaction in the latest state; the transaction is not sent. */
  simulate(transaction: UnsignedCall): Promise<Simulation>
  /**
   * Sends a signed transaction to every node and returns the most favourable response. Idempotent. After an error, the
   * transaction may have been accepted.
   */
  broadcast(raw: Hex): Promise<BroadcastOutcome>
  /** The outcome of a transaction in the latest state of any reachable node; null while it is not mined. */
  findReceipt(hash: Hex): Promise<ReceiptOutcome | null>
  /** A contract's return value for a read in the latest state; `0x` if there is no code, null if it reverts. */
  call(to: string, data: Hex): Promise<Hex | null>
}

/** The chain clients of the networks that this host serves. */
export type ChainClients = AsyncDisposable & {
  /** Throws {@link ChainNotConfiguredError} for a network that the host does not serve. */
  get(networkId: string): ChainClient
  /** The queries that a payment on a Tron network needs; throws {@link ChainNotConfiguredError} for any other network. */
  getTron(networkId: string): TronChain
  /** The ids of the served networks, in configuration order. */
  readonly ids: readonly string[]
}

/** A closed range of block numbers; `fromBlock <= toBlock`. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint }

/** Selects logs that one of these contracts emitted with one of these first topics. */
export type LogFilter = { addresses: readonly string[]; topics: readonly Hex[] }

/** Selects the nodes whose log responses count. */
type LogOptions = {
  /**
   * Accepts only responses from a node that itself reports the whole range as confirmed by this rule. Otherwise, a node on a fork could
   * return logs for heights that another node reported as confirmed.
   */
  confirmedBy?: Network['finality']
  /** Prefers a node other than the first, if there is one. */
  isSecondRead?: boolean
  /**
   * Reads only the headers of the range's two ends, and no block twice, so a range of any length needs few calls. Logs that a node omits
   * are then found only by a second read.
   */
  isSparing?: boolean
}

/** The header fields that detection needs. */
export type Block = {
  number: bigint
  hash: Hex
  parentHash: Hex
  timestampS: number
  /** 256 bytes, or `null` where the chain omits it. */
  logsBloom: Hex | null
}

/**
 * The height of a tagged block: `unsupported` if the node does not support the tag; `null` if it fails to return it.
 */
export type TagHeight = bigint | 'unsupported' | null

/** The tip of one node; heights are block numbers, `null` for a tag that was not requested. */
export type Head = {
  latest: Block
  safe: TagHeight
  finalized: TagHeight
  /** The block at the watched height; `null` if no height was requested or the node does not have that block. */
  watched: Block | null
}

/** A range's logs and the headers of its two ends, read from the same node. */
export type LogAnswer = { logs: readonly RawLog[]; first: Block; last: Block }

/** A transaction mined in a known block, and the logs to read: a sender may add other logs of any size, which are not read. */
export type ReceiptQuery = {
  transactionHash: Hex
  blockHash: Hex
  logs: readonly ReceiptLogFilter[]
}

/** Contracts in lower case; for each topic, the values that it may have; `null` for any. */
export type ReceiptLogFilter = {
  addresses: readonly string[]
  topics: readonly (readonly Hex[] | null)[]
}

/** A mined transaction's outcome. */
export type Receipt = {
  transactionHash: Hex
  blockNumber: bigint
  blockHash: Hex
  /** False if it reverted; its logs are then empty. */
  succeeded: boolean
  /** The sender of the transaction, in lower case. */
  from: string
  /** The transaction's cost in native base units, including an OP-stack chain's layer 1 fee; `null` if the receipt was too large. */
  costUnits: bigint | null
  /** The requested logs, in their order. */
  logs: readonly RawLog[]
}

/** The content of a transaction, mined or not; `input` in lower case. */
export type Transaction = { hash: Hex; input: Hex }

/**
 * A transaction with its parties, in lower case; `to` is null if it creates a contract, `blockNumber` is null while it
 * is not mined.
 */
export type WholeTransaction = Transaction & {
  from: string
  to: string | null
  blockNumber: bigint | null
}

/** The wallet to read; `spender: null` skips allowances. Addresses may have any case. */
export type PayerStateQuery = {
  wallet: string
  tokens: readonly string[]
  spender: string | null
}

/**
 * A wallet's balances and allowances on one network, all in base units; `tokens` is keyed by lower-case token address.
 */
export type PayerChainState = {
  nativeUnits: bigint
  /** The current gas price in native base units. */
  gasPriceUnits: bigint
  tokens: Readonly<Record<string, TokenState>>
}

/** Currency hashes or token addresses, from the first currency to the last. */
export type RatePath = readonly string[]

/**
 * The result of ChainlinkConversionPath: base units of the last currency per unit of the first (fiat at 8 decimals), times 10^18.
 * `oldestTimestampS` is the time of the oldest feed on the path, in unix seconds.
 */
export type Rate = { rate: bigint; oldestTimestampS: bigint }

/** A hash, and a signature that an account is claimed to have made for it. */
export type SignatureQuery = {
  account: Hex
  hash: Hex
  signature: Hex
  /** The deployment of an account that has no code yet, which takes effect only within the call (ERC-6492); `null` if it has none. */
  deployment: { factory: Hex; data: Hex } | null
}

/**
 * `no_code`: nothing is deployed at the account, so its key signs for it. Only without `deployment`. `valid_delegate`: valid by the code
 * that the account's key delegates to (EIP-7702); on any chain, only the key's holder can set that code.
 */
export type SignatureVerdict = 'valid' | 'valid_delegate' | 'invalid' | 'no_code'

/** An account, as a node reports it. */
export type AccountState = {
  /** The next nonce after all mined transactions. */
  latestNonce: bigint
  /** The next nonce after all transactions that the node has, mined or pending; never below `latestNonce`. */
  pendingNonce: bigint
  /** The balance of the native coin. */
  balanceUnits: bigint
  /**
   * Whether the account is a contract. False for an account that only delegates to code (EIP-7702), because it still signs with its own
   * key.
   */
  hasContractCode: boolean
}

/**
 * Native base units per unit of gas. `isLegacy`: the chain does not support EIP-1559 fees, and its gas price is the base fee.
 */
export type Fees = { baseFeeUnits: bigint; priorityFeeUnits: bigint; isLegacy: boolean }

/** An unsigned call; addresses may have any case. */
export type UnsignedCall = { from: string; to: string; data: Hex; value?: bigint }

/** The gas that a transaction needs, or its revert data; `0x` if neither the node nor the contract returns any. */
export type Simulation = { gas: bigint } | { revert: Hex }

/**
 * The outcome of a broadcast:
 *
 * - `accepted`: at least one node has the transaction, in its pool or in a block
 * - `nonce_used`: a mined transaction has the nonce already, possibly this one
 * - `nonce_ahead`: an earlier nonce is missing
 * - `underpriced`: its fees are too low, in general or for a replacement
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

/** `null`: the token did not respond to the call; for the allowance also if the query named no spender. */
export type TokenState = { balanceUnits: bigint | null; allowanceUnits: bigint | null }

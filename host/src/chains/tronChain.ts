import type { TronBlockRef, TronTransaction } from '@secure-payment/core/tron'
import type { Hex } from 'viem'

/**
 * The queries to Tron's nodes for paying, in addition to {@link ChainClient}'s: the block that a transaction refers to,
 * its sender's resources, and its broadcast. Addresses are base58, transaction ids 64 hex digits without `0x`, amounts
 * in sun. Every method has a short deadline, and throws ChainUnavailableError when no node gave a usable response.
 */
export type TronChain = {
  /** The newest block of a full node, which a new transaction names as the chain that it is for (TAPOS). */
  getReferenceBlock(): Promise<TronBlockRef>
  /** The resources that a wallet has, and those that its call needs. */
  readReadiness(call: TronCall): Promise<TronReadiness>
  /**
   * Sends a signed transaction to every node and returns the most favourable response. Repeating it is harmless: a node
   * that has it already has accepted it. After an error the transaction may or may not have been accepted.
   */
  broadcast(transaction: TronTransaction): Promise<TronBroadcast>
  /** A transaction that any reachable node has, in a block or waiting for one; null when none has. */
  findTransaction(txID: string): Promise<FoundTronTransaction | null>
}

/** A call of a contract that is not sent; `data` is its calldata, without any TRX. */
export type TronCall = { owner: string; contract: string; data: Hex }

/**
 * A wallet's means and a call's needs. `energyRequired` is the energy that the call burns in the latest state, penalty
 * included. For a call that would fail now, as one before its approval does, it is the usual need of a token payment.
 * `bandwidthAvailable` is the bandwidth for one transaction: staked or free, whichever is more, as the two are never
 * added up.
 */
export type TronReadiness = {
  trxSun: bigint
  energyAvailable: bigint
  energyRequired: bigint
  bandwidthAvailable: bigint
  /** The price of one unit when TRX is burnt for it. */
  energyPriceSun: bigint
  bandwidthPriceSun: bigint
}

/** `code` is java-tron's, such as SIGERROR or BANDWITH_ERROR; `message` is its text. Both null where the node gave none. */
export type TronBroadcast = { accepted: boolean; code: string | null; message: string | null }

/**
 * A transaction as a node has it. `blockNumber`, `result` and `feeSun` are null while it is in no block. `result` is
 * java-tron's `contractRet`: SUCCESS, or the reason of the failure, such as REVERT or OUT_OF_ENERGY; a failed one has
 * paid no one. A block that is not solidified yet may still be replaced.
 */
export type FoundTronTransaction = {
  txID: string
  rawDataHex: string
  blockNumber: bigint | null
  result: string | null
  feeSun: bigint | null
}

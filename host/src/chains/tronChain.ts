import type { TronBlockRef, TronTransaction } from '@secure-payment/core/tron'
import type { Hex } from 'viem'

/**
 * What paying on Tron asks of its nodes beside {@link ChainClient}'s questions: what a transaction is built on, what its sender has
 * to pay its resources with, and to take it. Addresses are base58, transaction ids 64 hex digits without `0x`, amounts in sun. Every
 * method has a short deadline, and throws ChainUnavailableError when no node gave a usable answer.
 */
export type TronChain = {
  /** The newest block of a full node, which a new transaction names as the chain that it is for (TAPOS). */
  getReferenceBlock(): Promise<TronBlockRef>
  /** What a wallet has, and what a call of it needs. */
  readReadiness(call: TronCall): Promise<TronReadiness>
  /**
   * Hands a signed transaction to every node and returns the kindest answer. To repeat it is harmless: a node that has it already
   * has accepted it. An error says nothing about whether the transaction got through.
   */
  broadcast(transaction: TronTransaction): Promise<TronBroadcast>
  /** A transaction that any reachable node knows, in a block or waiting for one; null when none does. */
  findTransaction(txID: string): Promise<FoundTronTransaction | null>
}

/** A call of a contract that is not sent; `data` is its calldata, and no TRX go with it. */
export type TronCall = { owner: string; contract: string; data: Hex }

/**
 * A wallet's means and a call's needs. `energyRequired` is what the call burns in the latest state, penalty included, or the usual
 * need of a token payment when it would fail now, as one before its approval does. `bandwidthAvailable` is what one transaction can
 * be paid with: staked or free bandwidth, whichever is more, as the two are never added up.
 */
export type TronReadiness = {
  trxSun: bigint
  energyAvailable: bigint
  energyRequired: bigint
  bandwidthAvailable: bigint
  /** What burning TRX for one unit costs. */
  energyPriceSun: bigint
  bandwidthPriceSun: bigint
}

/** `code` is java-tron's, such as SIGERROR or BANDWITH_ERROR; `message` is its text. Both null where the node gave none. */
export type TronBroadcast = { accepted: boolean; code: string | null; message: string | null }

/**
 * A transaction as a node knows it. `blockNumber`, `result` and `feeSun` are null while it is in no block. `result` is java-tron's
 * `contractRet`: SUCCESS, or why it failed, such as REVERT or OUT_OF_ENERGY; a failed one has paid nobody. A block that is not
 * solidified yet may still be replaced.
 */
export type FoundTronTransaction = {
  txID: string
  rawDataHex: string
  blockNumber: bigint | null
  result: string | null
  feeSun: bigint | null
}

import type { TronBlockRef, TronTransaction } from '@secure-payment/core/tron'
import type { Hex } from 'viem'

/**
 * The queries that a payment on Tron needs in addition to {@link ChainClient}'s: a transaction's reference block, its sender's resources,
 * and its broadcast. Addresses are in base58, transaction ids are 64 hex digits without `0x`, and amounts are in sun. Every
 * method has a short deadline, and throws ChainUnavailableError if no node gave a usable response.
 */
export type TronChain = {
  /** The newest block of a full node, to which a new transaction refers (TAPOS). */
  getReferenceBlock(): Promise<TronBlockRef>
  /** The resources that a wallet has, and those that its call needs. */
  readReadiness(call: TronCall): Promise<TronReadiness>
  /**
   * Sends a signed transaction to every node and returns the most favourable response. Idempotent: a node that already has the
   * transaction has accepted it. After an error the transaction may have been accepted.
   */
  broadcast(transaction: TronTransaction): Promise<TronBroadcast>
  /** A transaction that any reachable node has, mined or pending; null if none has it. */
  findTransaction(txID: string): Promise<FoundTronTransaction | null>
}

/** A simulated contract call; `data` is its calldata; it sends no TRX. */
export type TronCall = { owner: string; contract: string; data: Hex }

/**
 * A wallet's resources and a call's needs. `energyRequired` is the energy that the call burns in the latest state, penalty included. If the
 * call would fail now, for example before its approval, `energyRequired` is the usual energy of a token payment. `bandwidthAvailable` is
 * the bandwidth for one transaction: the larger of staked and free, which never add up.
 */
export type TronReadiness = {
  trxSun: bigint
  energyAvailable: bigint
  energyRequired: bigint
  bandwidthAvailable: bigint
  /** The price of one unit of energy that is paid by burning TRX. */
  energyPriceSun: bigint
  bandwidthPriceSun: bigint
}

/** `code` is java-tron's, such as SIGERROR or BANDWITH_ERROR; `message` is its text. Either is null if the node omitted it. */
export type TronBroadcast = { accepted: boolean; code: string | null; message: string | null }

/**
 * A transaction, as a node returns it. `blockNumber`, `result` and `feeSun` are null while it is not mined. `result` is java-tron's
 * `contractRet`: SUCCESS, or the reason for the failure, such as REVERT or OUT_OF_ENERGY; a failed transaction has made no payment. A
 * block that is not solidified yet may still be replaced.
 */
export type FoundTronTransaction = {
  txID: string
  rawDataHex: string
  blockNumber: bigint | null
  result: string | null
  feeSun: bigint | null
}

import type { Hex } from 'viem'
import type { TronCall } from './packTransaction.ts'

/** The outcome of a transaction in a block. */
export type Settlement = {
  blockNumber: bigint
  /** The block hash on the chain behind the node. When that hash changes, this outcome is out of date. */
  blockHash: Hex
  /** The index in the block. */
  index: bigint
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
  energyUsed: bigint
  /** The part of the energy that was free for the owner. */
  energyFree: bigint
  energyFeeSun: bigint
  /** The contract's return value or revert data. */
  output: Hex
}

/** A transaction that the node accepted. */
export type TronEntry = {
  call: TronCall
  /** The hash of the carrier: the transaction that executes this one on the chain behind the node. Null for a dropped transaction. */
  carrier: Hex | null
  /** The carrier's gas limit, and the part of it that is not energy. */
  gas: bigint
  baseGas: bigint
  energyLimit: bigint
  energyPriceSun: bigint
  /** The transaction's bytes: either free, or paid for by the owner. */
  freeBytes: bigint
  bandwidthFeeSun: bigint
  /** The failure that a switch causes; null without one. */
  failure: 'REVERT' | 'OUT_OF_ENERGY' | null
  settlement: Settlement | null
}

/**
 * The transactions that a node accepted, by their ids and by the hashes of their carriers. Both are 64 hex digits; only the hash has 0x.
 */
export type TronTransactions = {
  find(txID: string): TronEntry | undefined
  findByCarrier(hash: Hex): TronEntry | undefined
  add(entry: TronEntry): void
  /** Returns the transactions whose block was unknown at the last lookup. */
  unsettled(): readonly TronEntry[]
  readonly isFull: boolean
}

/** The maximum number of transactions in the store, more than any test sends; each uses about a kilobyte. */
const MAX_TRANSACTIONS = 100_000

/** Creates an empty store. */
export function createTronTransactions(): TronTransactions {
  const byId = new Map<string, TronEntry>()
  const byCarrier = new Map<Hex, TronEntry>()
  const open = new Set<TronEntry>()
  return {
    find: (txID) => byId.get(txID),
    findByCarrier: (hash) => byCarrier.get(hash),
    add(entry) {
      byId.set(entry.call.txID, entry)
      if (entry.carrier === null) return
      byCarrier.set(entry.carrier, entry)
      open.add(entry)
    },
    unsettled() {
      for (const entry of open) if (entry.settlement !== null) open.delete(entry)
      return [...open]
    },
    get isFull() {
      return byId.size >= MAX_TRANSACTIONS
    },
  }
}

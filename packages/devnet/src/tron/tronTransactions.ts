import type { Hex } from 'viem'
import type { TronCall } from './packTransaction.ts'

/** How a transaction ended in a block. */
export type Settlement = {
  blockNumber: bigint
  /** The hash that the chain behind the node gave the block: with another one, this is out of date. */
  blockHash: Hex
  /** Place in the block. */
  index: bigint
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
  energyUsed: bigint
  /** What of it was free for the owner. */
  energyFree: bigint
  energyFeeSun: bigint
  /** What the contract returned or reverted with. */
  output: Hex
}

/** A transaction that the node took. */
export type TronEntry = {
  call: TronCall
  /** The hash of the transaction that carries it on the chain behind the node; null for a dropped one. */
  carrier: Hex | null
  /** Gas that the carrier was given, and what of it is not energy. */
  gas: bigint
  baseGas: bigint
  energyLimit: bigint
  energyPriceSun: bigint
  /** Bytes that were free, or else paid for. */
  freeBytes: bigint
  bandwidthFeeSun: bigint
  /** How it fails because of a switch. */
  failure: 'REVERT' | 'OUT_OF_ENERGY' | null
  settlement: Settlement | null
}

/** The transactions that a node took, by their ids and by the hashes of their carriers. Both are 64 hex digits, the hash with 0x. */
export type TronTransactions = {
  find(txID: string): TronEntry | undefined
  findByCarrier(hash: Hex): TronEntry | undefined
  add(entry: TronEntry): void
  /** Those that no block was known for when this was asked last. */
  unsettled(): readonly TronEntry[]
  readonly isFull: boolean
}

/** More than a test sends; about a kilobyte each. */
const MAX_TRANSACTIONS = 100_000

/** An empty store. */
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

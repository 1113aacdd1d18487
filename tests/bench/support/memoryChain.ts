import { getNetwork } from '@secure-payment/core/networks'
import { type Hex, numberToHex } from 'viem'
import type { Block, ChainClient, ChainClients } from '../../../host/src/chains/chainClient.ts'
import { refuseTron } from '../../support/refuseTron.ts'
import type { PaymentOnChain } from './paymentOnChain.ts'
import { NETWORK } from './requestRows.ts'

/**
 * An in-memory chain that implements the host's `ChainClients`, so that a bench measures only the host's own work. Block 0 is empty;
 * payments start in block 1.
 */
export type MemoryChain = {
  clients: ChainClients
  /** Adds a block; the payments must carry the number and hash from `next`. */
  mine(payments: readonly PaymentOnChain[]): void
  next(): { blockNumber: bigint; blockHash: Hex }
}

/** Creates a chain that contains only block 0. */
export function createMemoryChain(): MemoryChain {
  const blocks: PaymentOnChain[][] = [[]]
  const receipts = new Map<Hex, PaymentOnChain['receipt']>()
  const blockAt = (number: bigint): Block | null =>
    number < 0n || number >= BigInt(blocks.length)
      ? null
      : {
          number,
          hash: hashOf(number),
          parentHash: hashOf(number - 1n),
          timestampS: 1_700_000_000 + Number(number),
          logsBloom: null,
        }
  const mustHave = (number: bigint): Block => {
    const block = blockAt(number)
    if (block === null) throw new Error(`The chain has no block ${number}.`)
    return block
  }
  const head = () => mustHave(BigInt(blocks.length - 1))
  const client: ChainClient = {
    network: getNetwork(NETWORK),
    async getHead(watched) {
      const watchedBlock = watched === undefined ? null : blockAt(watched)
      return { latest: head(), safe: null, finalized: null, watched: watchedBlock }
    },
    getAgreedHead: async () => null,
    getBlock: async (id) => (typeof id === 'bigint' ? blockAt(id) : null),
    getBlockEverywhere: async (number) => [mustHave(number)],
    getBlocks: async (numbers) => numbers.map(blockAt),
    getAgreedBlocks: async (numbers) => numbers.map(blockAt),
    async getLogs({ fromBlock, toBlock }) {
      const range = blocks.slice(Number(fromBlock), Number(toBlock) + 1)
      const logs = range.flat().map(({ log }) => log)
      return { logs, first: mustHave(fromBlock), last: mustHave(toBlock) }
    },
    async getReceipts(queries) {
      return queries.flatMap(({ transactionHash }) => receipts.get(transactionHash) ?? [])
    },
    findTransaction: async () => null,
    getAgreedTransaction: async () => null,
    readPayerState: () => Promise.reject(new Error('This bench makes no payments.')),
    readRates: async (paths) => paths.map(() => null),
    checkSignature: () => Promise.reject(new Error('This bench has no sign-in.')),
    readAccount: () => Promise.reject(new Error('Nothing is sent in this bench.')),
    readFees: () => Promise.reject(new Error('Nothing is sent in this bench.')),
    simulate: () => Promise.reject(new Error('Nothing is sent in this bench.')),
    broadcast: () => Promise.reject(new Error('Nothing is sent in this bench.')),
    findReceipt: async () => null,
    hasCode: async (addresses) => addresses.map(() => true),
    call: async () => null,
  }
  return {
    clients: {
      get: () => client,
      getTron: refuseTron,
      ids: [NETWORK],
      [Symbol.asyncDispose]: async () => {},
    },
    mine(payments) {
      blocks.push([...payments])
      for (const { receipt } of payments) receipts.set(receipt.transactionHash, receipt)
    },
    next: () => ({ blockNumber: BigInt(blocks.length), blockHash: hashOf(BigInt(blocks.length)) }),
  }
}

function hashOf(number: bigint): Hex {
  return number < 0n ? numberToHex(0n, { size: 32 }) : numberToHex(number + 1n, { size: 32 })
}

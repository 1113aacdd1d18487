import { type Hex, keccak256 } from 'viem'
import type { Random } from './random.ts'

/** A log before it is mined. */
export type MockLog = { address: Hex; topics: readonly Hex[]; data: Hex }
/** A transaction with its logs, which are the same in every block. */
export type MockTransaction = { hash: Hex; from: Hex; logs: readonly MockLog[]; input?: Hex }
/** A mined block. */
export type MockBlock = {
  number: bigint
  hash: Hex
  parentHash: Hex
  timestampS: number
  logsBloom: Hex
  transactions: readonly MockTransaction[]
}

/** A chain in memory, with real blooms and real parent links, which supports reorganisations. */
export type MockChain = {
  readonly blocks: MockBlock[]
  /** Appends a block at the given time. */
  mine(timestampS: number, transactions: readonly MockTransaction[]): void
  /** Removes the newest blocks and returns their transactions, oldest first. */
  drop(depth: number): MockTransaction[]
}

/** Starts with a genesis block. */
export function createMockChain(random: Random): MockChain {
  const blocks: MockBlock[] = []
  const mine = (timestampS: number, transactions: readonly MockTransaction[]) => {
    const parent = blocks.at(-1)
    blocks.push({
      number: parent === undefined ? 0n : parent.number + 1n,
      hash: random.hex(32),
      parentHash: parent?.hash ?? `0x${'00'.repeat(32)}`,
      timestampS,
      logsBloom: bloomOf(transactions.flatMap((transaction) => transaction.logs)),
      transactions,
    })
  }
  mine(0, [])
  return {
    blocks,
    mine,
    drop: (depth) => blocks.splice(blocks.length - depth).flatMap((block) => block.transactions),
  }
}

const BLOOM_BYTES = 256

/** Returns Ethereum's bloom of logs (Yellow Paper 4.3.1), implemented independently of the host's reader. */
export function bloomOf(logs: readonly MockLog[]): Hex {
  const bloom = new Uint8Array(BLOOM_BYTES)
  for (const entry of logs.flatMap((log) => [log.address, ...log.topics])) {
    const digest = Buffer.from(keccak256(entry).slice(2), 'hex')
    for (const at of [0, 2, 4]) {
      const bit = digest.readUInt16BE(at) & 2047
      const byte = BLOOM_BYTES - 1 - Math.floor(bit / 8)
      bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit % 8))
    }
  }
  return `0x${Buffer.from(bloom).toString('hex')}`
}

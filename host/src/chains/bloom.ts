import type { Hex } from 'viem'
import { keccak256 } from 'viem/utils'
import type { LogFilter } from './chainClient.ts'

/**
 * Whether a block's bloom filter allows for a log that matches. `false` is certain, `true` is "maybe": Ethereum's
 * filter (Yellow Paper 4.3.1) has 2,048 bits, three of them set for every log's address and for every topic.
 */
export function bloomMayMatch(bloom: Hex, filter: LogFilter): boolean {
  return (
    filter.addresses.some((address) => mayContain(bloom, lower(address))) &&
    filter.topics.some((topic) => mayContain(bloom, topic))
  )
}

const BLOOM_BYTES = 256
/** Positions of the few addresses and topics that a process watches; bounded by the registry. */
const positionsOf = new Map<Hex, readonly number[]>()

function mayContain(bloom: Hex, entry: Hex): boolean {
  return bitPositions(entry).every((bit) => {
    const byte = BLOOM_BYTES - 1 - (bit >> 3)
    const value = Number.parseInt(bloom.slice(2 + byte * 2, 4 + byte * 2), 16)
    return (value & (1 << (bit & 7))) !== 0
  })
}

function bitPositions(entry: Hex): readonly number[] {
  const known = positionsOf.get(entry)
  if (known !== undefined) return known
  const digest = keccak256(entry)
  const positions = [0, 1, 2].map(
    (pair) => Number.parseInt(digest.slice(2 + pair * 4, 6 + pair * 4), 16) & 0x7ff,
  )
  positionsOf.set(entry, positions)
  return positions
}

function lower(address: string): Hex {
  return `0x${address.slice(2).toLowerCase()}`
}

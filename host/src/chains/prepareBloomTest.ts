import { keccak } from 'hash-wasm'
import type { Hex } from 'viem'
import type { LogFilter } from './chainClient.ts'

/**
 * Prepares a test of block blooms against a filter. The result `false` is certain; `true` means that the block may contain a matching log.
 * Ethereum's bloom (Yellow Paper 4.3.1) has 2,048 bits, three of them set for every log's address and for every topic.
 */
export async function prepareBloomTest(filter: LogFilter): Promise<(bloom: Hex) => boolean> {
  const addresses = await Promise.all(filter.addresses.map(bitPositions))
  const topics = await Promise.all(filter.topics.map(bitPositions))
  return (bloom) =>
    addresses.some((bits) => hasBits(bloom, bits)) && topics.some((bits) => hasBits(bloom, bits))
}

const BLOOM_BYTES = 256

function hasBits(bloom: Hex, bits: readonly number[]): boolean {
  return bits.every((bit) => {
    const byte = BLOOM_BYTES - 1 - (bit >> 3)
    const value = Number.parseInt(bloom.slice(2 + byte * 2, 4 + byte * 2), 16)
    return (value & (1 << (bit & 7))) !== 0
  })
}

async function bitPositions(entry: string): Promise<readonly number[]> {
  const digest = await keccak(Buffer.from(entry.slice(2), 'hex'), 256)
  return [0, 4, 8].map((at) => Number.parseInt(digest.slice(at, at + 4), 16) & 0x7ff)
}

import type { Hex } from 'viem'

/**
 * The id of a block as 64 hex characters: its number in the first 8 bytes, as on Tron, and bytes 8 to 31 of the hash
 * that the chain behind the node gave it. So an id tells where its block is, and none has to be remembered.
 */
export function blockId(number: bigint, hash: Hex): string {
  return number.toString(16).padStart(NUMBER_DIGITS, '0') + hash.slice('0x'.length + NUMBER_DIGITS)
}

/** The number that an id begins with. */
export function numberOfBlockId(id: string): bigint {
  return BigInt(`0x${id.slice(0, NUMBER_DIGITS)}`)
}

/** What a transaction names of the block that it builds on: bytes 6 and 7, and bytes 8 to 15, of the block's id. */
export function blockReference(id: string): { ref_block_bytes: string; ref_block_hash: string } {
  return {
    ref_block_bytes: id.slice(NUMBER_DIGITS - 4, NUMBER_DIGITS),
    ref_block_hash: id.slice(NUMBER_DIGITS, 2 * NUMBER_DIGITS),
  }
}

const NUMBER_DIGITS = 16

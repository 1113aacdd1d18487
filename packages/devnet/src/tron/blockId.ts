import type { Hex } from 'viem'

/**
 * Returns a block's id as 64 hex digits. The first 8 bytes are its number, as on Tron. The rest are bytes 8 to 31 of its hash on
 * the chain behind the node. An id therefore contains the block's position, and the node does not have to store ids.
 */
export function blockId(number: bigint, hash: Hex): string {
  return number.toString(16).padStart(NUMBER_DIGITS, '0') + hash.slice('0x'.length + NUMBER_DIGITS)
}

/** Returns the number at the start of an id. */
export function numberOfBlockId(id: string): bigint {
  return BigInt(`0x${id.slice(0, NUMBER_DIGITS)}`)
}

/** Returns a transaction's reference to the block that it builds on: bytes 6 and 7, and bytes 8 to 15, of the block's id. */
export function blockReference(id: string): { ref_block_bytes: string; ref_block_hash: string } {
  return {
    ref_block_bytes: id.slice(NUMBER_DIGITS - 4, NUMBER_DIGITS),
    ref_block_hash: id.slice(NUMBER_DIGITS, 2 * NUMBER_DIGITS),
  }
}

const NUMBER_DIGITS = 16

import type { Hex } from 'viem'

/** The number of hex digits in an EVM word. */
const WORD_DIGITS = 64

/** Encodes an address as an event's indexed argument, in lower case. */
export function addressTopic(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')}`
}

import type { Hex } from 'viem'

/** A word of the EVM in hex. */
const WORD_DIGITS = 64

/** Encodes an address as an indexed argument of an event, in lower case. */
export function addressTopic(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')}`
}

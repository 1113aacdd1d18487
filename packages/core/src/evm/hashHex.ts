import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { Hex } from '../hex.ts'

/**
 * Returns the keccak-256 hash of the bytes that hex digits encode, as `0x` and 64 hex digits.
 *
 * @throws Error from `@noble/hashes` when the digits are not whole bytes in hex.
 */
export function hashHex(hex: Hex): Hex {
  return `0x${bytesToHex(keccak_256(hexToBytes(hex.slice(2))))}`
}

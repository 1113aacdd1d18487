import type { Hex } from '@secure-payment/core'
import { keccak256 } from '../keccak.ts'

/** Returns the keccak-256 of bytes, or of a text in UTF-8. */
export function hashOf(content: Uint8Array | string): Hex {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  return `0x${Buffer.from(keccak256(bytes)).toString('hex')}`
}

/** Returns the keccak-256 of the bytes of hex digits, without `0x`. */
export function hashOfHex(digits: string): Hex {
  return hashOf(Buffer.from(digits, 'hex'))
}

import type { Address } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import { keccak256 } from '../keccak.ts'

/** Writes a stored address of any case with its EIP-55 checksum. */
export function toAddress(text: string): Address {
  return checksumAddress(text.toLowerCase(), keccak256)
}

import type { Hex } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import { readAddressWord, readBytes } from '../../evm/abiWords.ts'
import { keccak256 } from '../../keccak.ts'

/** A smart account's signature, and the deployment of an account that has no code yet; null if it includes none. */
export type UnwrappedSignature = {
  signature: Hex
  deployment: { factory: Hex; data: Hex } | null
}

/**
 * Reads a smart account's signature (lower-case hex). A signature with ERC-6492's suffix starts with `abi.encode(address factory, bytes
 * data, bytes signature)`. Returns null if it is malformed.
 */
export function unwrapSignature(signature: Hex): UnwrappedSignature | null {
  if (!signature.endsWith(ERC_6492_MARK)) return { signature, deployment: null }
  const wrapped = signature.slice(2, -ERC_6492_MARK.length)
  const factory = readAddressWord(wrapped, 0)
  const data = readBytes(wrapped, 1)
  const inner = readBytes(wrapped, 2)
  // The signature has the suffix, but not the content that the suffix requires.
  if (factory === null || data === null || inner === null) return null
  return { signature: inner, deployment: { factory: checksumAddress(factory, keccak256), data } }
}

/** https://eips.ethereum.org/EIPS/eip-6492: no other signature ends with these 32 bytes. */
const ERC_6492_MARK = '6492'.repeat(16)

import { decodeAbiParameters, type Hex } from 'viem'

/** A smart account's signature, and the deployment of an account that has no code yet; null when it is not given. */
export type UnwrappedSignature = {
  signature: Hex
  deployment: { factory: Hex; data: Hex } | null
}

/**
 * Reads a signature of a smart account (hex in lower case). One that ends in ERC-6492's mark is
 * `abi.encode(address factory, bytes data, bytes signature)` before it; null when it is not.
 */
export function unwrapSignature(signature: Hex): UnwrappedSignature | null {
  if (!signature.endsWith(ERC_6492_MARK)) return { signature, deployment: null }
  try {
    const wrapped: Hex = `0x${signature.slice(2, -ERC_6492_MARK.length)}`
    const [factory, data, inner] = decodeAbiParameters(PARAMETERS, wrapped)
    return { signature: inner, deployment: { factory, data } }
  } catch {
    // It has the mark, but not the content that belongs to the mark.
    return null
  }
}

/** https://eips.ethereum.org/EIPS/eip-6492: 32 bytes that no other signature ends in. */
const ERC_6492_MARK = '6492'.repeat(16)
const PARAMETERS = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

import { decodeAbiParameters, type Hex } from 'viem'

/**
 * A smart account's signature, and the deployment of an account that has no code yet. `deployment` is null if the signature includes none.
 */
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
  try {
    const wrapped: Hex = `0x${signature.slice(2, -ERC_6492_MARK.length)}`
    const [factory, data, inner] = decodeAbiParameters(PARAMETERS, wrapped)
    return { signature: inner, deployment: { factory, data } }
  } catch {
    // The signature has the suffix, but not the content that the suffix requires.
    return null
  }
}

/** https://eips.ethereum.org/EIPS/eip-6492: no other signature ends with these 32 bytes. */
const ERC_6492_MARK = '6492'.repeat(16)
const PARAMETERS = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

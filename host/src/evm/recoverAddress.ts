import { secp256k1 } from '@noble/curves/secp256k1'
import type { Address, Hex } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import { keccak256 } from '../keccak.ts'

/** The two numbers of a signature as 64 hex digits each, and the parity of its point. */
export type SignatureParts = { r: string; s: string; yParity: number }

/**
 * Finds the address whose key signed a hash, in EIP-55.
 *
 * @throws Error from `@noble/curves` if r or s is out of range, or r is not the x coordinate of a point on the curve
 */
export function recoverAddress(hash: Hex, { r, s, yParity }: SignatureParts): Address {
  const signature = secp256k1.Signature.fromCompact(r + s).addRecoveryBit(yParity)
  return addressOfKey(signature.recoverPublicKey(hash.slice(2)).toRawBytes(false))
}

/** Returns the address of a public key, which is 65 bytes: a constant, then both coordinates. */
export function addressOfKey(publicKey: Uint8Array): Address {
  const body = keccak256(publicKey.subarray(1)).subarray(-20)
  return checksumAddress(`0x${Buffer.from(body).toString('hex')}`, keccak256)
}

/** Returns the parity that a signature's last byte states; undefined for a value that no signature has. */
export function parityOf(v: number): number | undefined {
  return PARITIES.get(v)
}

const PARITIES: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

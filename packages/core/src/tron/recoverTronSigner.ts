import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { formatTronAddress } from '../tronAddress.ts'

/**
 * Finds the address whose key signed a transaction id; null for an invalid signature. The signature is r, s and v: 65 bytes as hex in any
 * case, with or without `0x`. Both r and s are from 1 to the order minus 1. Like java-tron, even after TIP-935, this function accepts an s
 * in the upper half. For v, it accepts 0, 1, 27 and 28: those of java-tron's values that wallets use. A signature still has several
 * encodings: never use a signature as a key.
 */
export function recoverTronSigner(txID: string, signature: string): string | null {
  const parts = SIGNATURE.exec(signature)
  if (parts === null || !TX_ID.test(txID)) return null
  const [, compact = '', v = ''] = parts
  const recovery = RECOVERY_BITS.get(Number.parseInt(v, 16))
  if (recovery === undefined) return null
  try {
    const signed = secp256k1.Signature.fromCompact(compact).addRecoveryBit(recovery)
    const key = signed.recoverPublicKey(txID).toRawBytes(false)
    return formatTronAddress(keccak_256(key.subarray(1)).subarray(-20))
  } catch {
    // r or s is out of range, or r is not the x coordinate of a point on the curve. No key can have made this signature.
    return null
  }
}

const TX_ID = /^[0-9a-fA-F]{64}$/
const SIGNATURE = /^(?:0x)?([0-9a-fA-F]{128})([0-9a-fA-F]{2})$/
const RECOVERY_BITS: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

import { type Hex, recoverAddress } from 'viem'

/**
 * Recovers the address whose key signed a hash, in EIP-55 form; null if there is none. The signature is r, s and v: 65 bytes of hex in any
 * case, with or without `0x`; v is 0, 1, 27 or 28. Anyone can derive a second signature (s in the upper half, EIP-2), which is rejected.
 * One signature can still be written in several ways, so never use it as a key.
 */
export async function recoverSigner(hash: Hex, signature: string): Promise<Hex | null> {
  const parts = SIGNATURE.exec(signature)
  if (parts === null) return null
  const [, r = '', s = '', v = ''] = parts
  const yParity = Y_PARITIES.get(Number.parseInt(v, 16))
  const isInRange = isScalar(BigInt(`0x${r}`), ORDER) && isScalar(BigInt(`0x${s}`), HALF_ORDER)
  if (yParity === undefined || !isInRange) return null
  try {
    return await recoverAddress({ hash, signature: { r: `0x${r}`, s: `0x${s}`, yParity } })
  } catch {
    // r is not the x coordinate of a point on the curve, so no key can have made this signature.
    return null
  }
}

const SIGNATURE = /^(?:0x)?([0-9a-fA-F]{64})([0-9a-fA-F]{64})([0-9a-fA-F]{2})$/
const Y_PARITIES: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])
/** The order of secp256k1 (SEC 2, section 2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HALF_ORDER = ORDER / 2n + 1n

function isScalar(value: bigint, end: bigint): boolean {
  return value > 0n && value < end
}

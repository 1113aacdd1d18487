import type { Address, Hex } from '@secure-payment/core'
import { wordOf } from '../evm/abiWords.ts'
import { hashOf, hashOfHex } from '../evm/hashOf.ts'
import { parityOf, recoverAddress } from '../evm/recoverAddress.ts'

/** An EIP-2612 permit. Addresses are in EIP-55, `valueUnits` in base units, and `deadlineS` in Unix seconds. */
export type Permit = {
  domain: PermitDomain
  owner: Address
  spender: Address
  valueUnits: bigint
  nonce: bigint
  deadlineS: bigint
}

/** A permit's scope: the EIP-712 domain of its token. */
export type PermitDomain = {
  name: string
  version: string
  chainId: number
  verifyingContract: Address
}

/**
 * The hash of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`: EIP-2612. DAI has a different one.
 */
export const PERMIT_TYPEHASH = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'
/** The hash of `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`. */
const DOMAIN_TYPEHASH = '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f'
/** `permit(address,address,uint256,uint256,uint8,bytes32,bytes32)` */
const PERMIT_SELECTOR = '0xd505accf'

const TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Writes a permit as the typed data that a wallet signs. The data is JSON-compatible: amounts are decimal text. */
export function permitTypedData({ domain, owner, spender, valueUnits, nonce, deadlineS }: Permit) {
  return {
    domain: { ...domain },
    types: { Permit: TYPES.Permit.map((field) => ({ ...field })) },
    primaryType: 'Permit' as const,
    message: {
      owner,
      spender,
      value: String(valueUnits),
      nonce: String(nonce),
      deadline: Number(deadlineS),
    },
  }
}

/** Returns the DOMAIN_SEPARATOR of a token (EIP-712). */
export function domainSeparator({ name, version, chainId, verifyingContract }: PermitDomain): Hex {
  const words = [DOMAIN_TYPEHASH, hashOf(name), hashOf(version), BigInt(chainId), verifyingContract]
  return hashOfHex(words.map(wordOf).join(''))
}

/** Returns the hash of a permit that its owner signs (EIP-712). */
export function hashPermit({ domain, owner, spender, valueUnits, nonce, deadlineS }: Permit): Hex {
  const words = [PERMIT_TYPEHASH, owner, spender, valueUnits, nonce, deadlineS]
  const struct = hashOfHex(words.map(wordOf).join(''))
  return hashOfHex(`1901${domainSeparator(domain).slice(2)}${struct.slice(2)}`)
}

/** Recovers the address whose key signed a permit, in EIP-55; null if the signature is invalid. */
export function findSigner(permit: Permit, signature: Hex): Address | null {
  const [, r = '', s = '', v = ''] = SIGNATURE.exec(signature) ?? []
  const yParity = parityOf(Number.parseInt(v, 16))
  if (yParity === undefined) return null
  try {
    return recoverAddress(hashPermit(permit), { r, s, yParity })
  } catch {
    // The signature is not a point on the curve, so no key made it.
    return null
  }
}

const SIGNATURE = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i

/** Builds the call that submits a signed permit to its token. */
export function encodePermitCall(
  permit: Pick<Permit, 'owner' | 'spender' | 'valueUnits' | 'deadlineS'>,
  signature: Hex,
): Hex {
  const { owner, spender, valueUnits, deadlineS } = permit
  const digits = signature.slice(2)
  const r = `0x${digits.slice(0, 64)}`
  const s = `0x${digits.slice(64, 128)}`
  const last = Number.parseInt(digits.slice(128), 16)
  // Some wallets return v as 0 or 1; tokens accept only 27 and 28.
  const v = BigInt(last < 27 ? last + 27 : last)
  const words = [owner, spender, valueUnits, deadlineS, v, r, s]
  return `${PERMIT_SELECTOR}${words.map(wordOf).join('')}`
}

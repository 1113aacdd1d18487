import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
  recoverAddress,
} from 'viem'

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

const TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

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

/** Recovers the address whose key signed a permit, in EIP-55; null if the signature is invalid. */
export async function findSigner(permit: Permit, signature: Hex): Promise<Address | null> {
  const { domain, owner, spender, valueUnits, nonce, deadlineS } = permit
  const message = { owner, spender, value: valueUnits, nonce, deadline: deadlineS }
  const hash = hashTypedData({ domain, types: TYPES, primaryType: 'Permit', message })
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // The signature is not a point on the curve, so no key made it.
    return null
  }
}

/** Builds the call that submits a signed permit to its token. */
export function encodePermitCall(
  permit: Pick<Permit, 'owner' | 'spender' | 'valueUnits' | 'deadlineS'>,
  signature: Hex,
): Hex {
  const { owner, spender, valueUnits, deadlineS } = permit
  const digits = signature.slice(2)
  const r: Hex = `0x${digits.slice(0, 64)}`
  const s: Hex = `0x${digits.slice(64, 128)}`
  const last = Number.parseInt(digits.slice(128), 16)
  // Some wallets return v as 0 or 1; tokens accept only 27 and 28.
  const v = last < 27 ? last + 27 : last
  return encodeFunctionData({
    abi,
    functionName: 'permit',
    args: [owner, spender, valueUnits, deadlineS, v, r, s],
  })
}

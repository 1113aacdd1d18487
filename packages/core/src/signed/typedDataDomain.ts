import type { Hex } from '../hex.ts'

/**
 * A domain of EIP-712. A token names its chain by `chainId`, or by a `salt` that is the chain's id in 32 bytes, as some tokens on Polygon
 * do. Permit2 and some tokens have no version.
 */
export type TypedDataDomain = {
  name: string
  version?: string
  chainId?: number
  verifyingContract: string
  salt?: Hex
}

/** A token's domain, which is the same for its authorizations and permits. */
export type TokenDomain = TypedDataDomain

/** Returns the members of `EIP712Domain` that a domain has, in EIP-712's order. */
export function domainFields(domain: TypedDataDomain): TypedDataField[] {
  return DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined).map((field) => ({
    ...field,
  }))
}

export type TypedDataField = { name: string; type: string }

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const satisfies readonly { name: keyof TypedDataDomain; type: string }[]

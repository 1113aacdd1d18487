import { InvalidInputError } from '@secure-payment/core'
import type { AccessPolicyInput } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../chains/chainCodec.ts'

/** The wallets that may pay a secure payment and may see the payee, as stored. */
export type AccessPolicy = {
  /** The only wallets that may pay, in the canonical form of the payment's network; null for any wallet. */
  payers: readonly string[] | null
  /** Whether payees' addresses are shortened until the call names a wallet that may pay. */
  isPayeeHidden: boolean
}

/**
 * Reads a body's policy for a network; null if the policy restricts nothing.
 *
 * @throws InvalidInputError for an address of another family of chains, or a wrong checksum
 */
export function readAccessPolicy(
  policy: AccessPolicyInput | null | undefined,
  networkId: string,
): AccessPolicy | null {
  const { allowedPayerAddresses, hideUntilApproved, hidePayeeAddress } = policy ?? {}
  const codec = codecOf(getNetwork(networkId))
  const payers = allowedPayerAddresses?.map((address, index) =>
    atField(`accessPolicy.allowedPayerAddresses[${index}]`, () => codec.readAddress(address)),
  )
  const isPayeeHidden = hideUntilApproved === true || hidePayeeAddress === true
  if (payers === undefined && !isPayeeHidden) return null
  return { payers: payers === undefined ? null : [...new Set(payers)], isPayeeHidden }
}

/** Parses a stored policy. */
export function parseAccessPolicy(stored: string | null): AccessPolicy | null {
  // Safe: only this host writes the column, from a validated body.
  return stored === null ? null : (JSON.parse(stored) as AccessPolicy)
}

/**
 * Combines the policies that apply to one payment: a wallet must satisfy each of them. `field` names the call's member of each policy.
 *
 * @throws InvalidInputError if no wallet satisfies all policies, naming the field of the policy that excludes the last one
 */
export function combinePolicies(
  policies: readonly { policy: AccessPolicy | null; field: string }[],
): AccessPolicy | null {
  const [first, ...rest] = policies.filter(({ policy }) => policy !== null)
  return rest.reduce<AccessPolicy | null>((combined, { policy, field }) => {
    const payers = commonPayers(combined?.payers ?? null, policy?.payers ?? null)
    if (payers?.length === 0) throw noPayerLeft(field)
    const isPayeeHidden = combined?.isPayeeHidden === true || policy?.isPayeeHidden === true
    return { payers, isPayeeHidden }
  }, first?.policy ?? null)
}

function commonPayers(
  left: readonly string[] | null,
  right: readonly string[] | null,
): readonly string[] | null {
  if (left === null || right === null) return left ?? right
  return left.filter((payer) => right.includes(payer))
}

function noPayerLeft(field: string): InvalidInputError {
  const message =
    'leaves no wallet that may pay, because the access policy of a payee destination allows other wallets'
  return new InvalidInputError([{ field, code: 'no_allowed_payer', message }])
}

/** Returns whether a wallet, in its canonical form, may pay; null if the call names no wallet. */
export function mayPay(policy: AccessPolicy | null, wallet: string | null): boolean | null {
  if (wallet === null) return null
  return policy?.payers?.includes(wallet) ?? true
}

/**
 * Returns whether calldata for a wallet, in its canonical form, may be returned under a policy. Under a policy, a page must name
 * the payer, because calldata contains the payee; the merchant's server does not have to.
 */
export function isPayerAccepted(
  { access, isMerchant }: { access: AccessPolicy | null; isMerchant: boolean },
  wallet: string | null,
): boolean {
  if (access === null) return true
  return mayPay(access, wallet) ?? isMerchant
}

/**
 * Returns the error for a call that must name the payer in `field`. Calldata contains the payee, and a policy restricts who may see the
 * payee.
 */
export function missingPayer(field: string): InvalidInputError {
  const message = 'is required: this payment is reserved for certain wallets'
  return new InvalidInputError([{ field, code: 'required', message }])
}

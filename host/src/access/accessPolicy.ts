import { InvalidInputError } from '@secure-payment/core'
import type { AccessPolicyInput } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../requests/chainCodec.ts'

/** The wallets that may pay a secure payment, and those that see the destination of the money; as stored. */
export type AccessPolicy = {
  /** The only wallets that may pay, in the canonical form of the payment's network; null: any wallet. */
  payers: readonly string[] | null
  /** Payees are shortened until a wallet that may pay is named. */
  isPayeeHidden: boolean
}

/**
 * Reads a policy of a body for a payment on a network; null where it changes nothing.
 *
 * @throws InvalidInputError for an address of another family of chains, or a wrong checksum
 */
export function readAccessPolicy(
  policy: AccessPolicyInput | undefined,
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
  // Written by this host alone, from a checked body.
  return stored === null ? null : (JSON.parse(stored) as AccessPolicy)
}

/** Whether a wallet, in its canonical form, may pay; null without one. */
export function mayPay(policy: AccessPolicy | null, wallet: string | null): boolean | null {
  if (wallet === null) return null
  return policy?.payers?.includes(wallet) ?? true
}

/**
 * Whether calldata for a wallet, in its canonical form, may be returned under a policy. Under a policy, a page has to
 * name the payer, because calldata contains the payee; the merchant's own server does not have to.
 */
export function isPayerAccepted(
  { access, isMerchant }: { access: AccessPolicy | null; isMerchant: boolean },
  wallet: string | null,
): boolean {
  if (access === null) return true
  return mayPay(access, wallet) ?? isMerchant
}

/**
 * Calldata contains the payee: if a policy decides who may see it, the caller has to name the payer in `field` of the
 * call.
 */
export function missingPayer(field: string): InvalidInputError {
  const message = 'is required: this payment is reserved for certain wallets'
  return new InvalidInputError([{ field, code: 'required', message }])
}

import { InvalidInputError } from '@secure-payment/core'
import type { AccessPolicyInput } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../chains/chainCodec.ts'
import type { Config } from '../config.ts'

/** A stored access policy: which wallets may pay a secure payment, and whether other readers see the payee's address. */
export type AccessPolicy = {
  /** The only wallets that may pay, in the canonical form of the payment's network; null for any wallet. */
  payers: readonly string[] | null
  /** Whether payees' addresses are shortened until the call names a wallet that may pay. */
  isPayeeHidden: boolean
  /** Whether the policy requires the screening of payers or declines it; absent if the host's own rule applies. */
  isScreened?: boolean
}

/**
 * Reads a body's policy for a network; null without a policy, or if the policy restricts nothing.
 *
 * @throws InvalidInputError for an address of another family of chains or with a wrong checksum, or for screening that this host cannot
 *   apply
 */
export function readAccessPolicy(
  policy: AccessPolicyInput | null | undefined,
  networkId: string,
  screening: Pick<Config['screening'], 'id' | 'scope'>,
): AccessPolicy | null {
  const isScreened = readScreening(policy ?? {}, screening)
  const { allowedPayerAddresses, hideUntilApproved, hidePayeeAddress } = policy ?? {}
  const codec = codecOf(getNetwork(networkId))
  const payers = allowedPayerAddresses?.map((address, index) =>
    atField(`accessPolicy.allowedPayerAddresses[${index}]`, () => codec.readAddress(address)),
  )
  const isPayeeHidden = hideUntilApproved === true || hidePayeeAddress === true
  if (payers === undefined && !isPayeeHidden && isScreened === undefined) return null
  return {
    payers: payers === undefined ? null : [...new Set(payers)],
    isPayeeHidden,
    ...(isScreened !== undefined && { isScreened }),
  }
}

/**
 * Returns whether the policy requires screening; undefined to inherit the host's rule.
 *
 * @throws InvalidInputError for a mode or provider that this host cannot apply
 */
function readScreening(
  { mode, screeningProvider }: AccessPolicyInput,
  { id, scope }: Pick<Config['screening'], 'id' | 'scope'>,
): boolean | undefined {
  const isUnknown = screeningProvider !== undefined && screeningProvider !== null
  if (isUnknown && screeningProvider !== id) {
    throw unsupported(
      'screeningProvider',
      `must be ${id === null ? 'null, because this service does not screen wallets' : `null or ${JSON.stringify(id)}`}`,
    )
  }
  switch (mode) {
    case 'kyt_all_wallets':
      if (id === null)
        throw unsupported(
          'mode',
          'must be "inherit" or "off": this service does not screen wallets',
        )
      return true
    case 'off':
      if (id !== null && scope === 'all') {
        throw screeningRequired('must not be "off": this service screens the wallets of all payers')
      }
      return false
    case 'inherit':
    case undefined:
      return undefined
  }
}

function unsupported(member: string, message: string): InvalidInputError {
  return new InvalidInputError([
    { field: `accessPolicy.${member}`, code: 'screening_unsupported', message },
  ])
}

function screeningRequired(message: string): InvalidInputError {
  return new InvalidInputError([
    { field: 'accessPolicy.mode', code: 'screening_required', message },
  ])
}

/** Parses a stored policy; null without one. */
export function parseAccessPolicy(stored: string | null): AccessPolicy | null {
  // Safe: only this host writes the column, from a validated body.
  return stored === null ? null : (JSON.parse(stored) as AccessPolicy)
}

/**
 * Combines the policies that apply to one payment, the payment's own policy last: a wallet must satisfy each of them. `field` names the
 * call's member of each policy. Null if nothing limits the payment.
 *
 * @throws InvalidInputError if no wallet satisfies all policies, naming the field of the policy that excludes the last one; or if the
 * payment's own policy declines a screening that a destination requires
 */
export function combinePolicies(
  policies: readonly { policy: AccessPolicy | null; field: string }[],
): AccessPolicy | null {
  const present = policies.flatMap(({ policy, field }) =>
    policy === null ? [] : [{ policy, field }],
  )
  let payers: readonly string[] | null = null
  for (const { policy, field } of present) {
    payers = commonPayers(payers, policy.payers)
    if (payers?.length === 0) throw noPayerLeft(field)
  }
  const isPayeeHidden = present.some(({ policy }) => policy.isPayeeHidden)
  const isScreened = present.some(({ policy }) => policy.isScreened === true)
  if (isScreened && policies.at(-1)?.policy?.isScreened === false) {
    throw screeningRequired('must not be "off": a payee destination requires screened payers')
  }
  if (payers === null && !isPayeeHidden && !isScreened) return null
  return { payers, isPayeeHidden, ...(isScreened && { isScreened }) }
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

import type { api, Output } from '@secure-payment/core/api'
import type { AccessPolicy } from './accessPolicy.ts'

/** Describes a stored policy in the API's format. */
export function describePolicy(
  policy: AccessPolicy | null,
): Output<typeof api.payeeDestinations.create>['accessPolicy'] {
  if (policy === null) return null
  const { payers, isPayeeHidden, isScreened } = policy
  return {
    mode: isScreened === undefined ? 'inherit' : isScreened ? 'kyt_all_wallets' : 'off',
    screeningProvider: null,
    hideUntilApproved: isPayeeHidden,
    hidePayeeAddress: isPayeeHidden,
    ...(payers !== null && { allowedPayerAddresses: [...payers] }),
  }
}

import type { Network } from '@secure-payment/core/networks'
import type { SignedPaymentScope } from '@secure-payment/core/signed'

/** Returns the contract that makes signed payments on a network, and the network's Permit2; null if the network lacks the contract. */
export function signedScopeOf({ chainId, contracts }: Network): SignedPaymentScope | null {
  const contract = contracts.ERC20SignedPayment?.address
  if (contract === undefined) return null
  return { chainId, contract, permit2: contracts.Permit2?.address ?? null }
}

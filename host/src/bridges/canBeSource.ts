import type { Network } from '@secure-payment/core/networks'

/** Returns whether payers on this network can pay requests on other networks. */
export function canBeSource({ contracts, sourceChain, isLocal }: Network): boolean {
  return contracts.LiFiDiamond !== undefined && (sourceChain !== undefined || isLocal)
}

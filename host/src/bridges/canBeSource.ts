import type { Network } from '@secure-payment/core/networks'

/** Returns whether payments on other networks can come from this network. */
export function canBeSource({ contracts, sourceChain, isLocal }: Network): boolean {
  return contracts.LiFiDiamond !== undefined && (sourceChain !== undefined || isLocal)
}

import type { Network } from '@secure-payment/core/networks'

/** The networks on which offramps accept payments, in addition to test networks. */
const PUBLIC_NETWORKS: readonly string[] = ['mainnet', 'matic', 'arbitrum-one']

/** Returns whether an offramp may receive payments on a network. */
export function takesCryptoToFiat({ id, family, isLocal, isTestnet }: Network): boolean {
  return family === 'evm' && (PUBLIC_NETWORKS.includes(id) || isLocal || isTestnet)
}

import type { Network } from '@secure-payment/core/networks'

/** Public networks on which offramps accept money, in addition to those for tests. */
const PUBLIC_NETWORKS: readonly string[] = ['mainnet', 'matic', 'arbitrum-one']

/** Whether an offramp may receive payments on a network. */
export function takesCryptoToFiat({ id, family, isLocal, isTestnet }: Network): boolean {
  return family === 'evm' && (PUBLIC_NETWORKS.includes(id) || isLocal || isTestnet)
}

import type { Network } from './network.ts'

/** Returns a transaction's page in the network's explorer, or null for a chain without one. */
export function explorerTransactionUrl(
  network: Pick<Network, 'explorerUrl' | 'family'>,
  txHash: string,
): string | null {
  if (network.explorerUrl === null) return null
  // Tronscan routes by the fragment and uses hashes without 0x.
  if (network.family === 'tron') {
    return `${network.explorerUrl}/#/transaction/${txHash.replace(/^0x/, '')}`
  }
  return `${network.explorerUrl}/tx/${txHash}`
}

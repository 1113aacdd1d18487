import type { Network } from './network.ts'

/** Where people see a transaction: a page of the network's explorer, or null on a chain without one. */
export function explorerTransactionUrl(
  network: Pick<Network, 'explorerUrl' | 'family'>,
  txHash: string,
): string | null {
  if (network.explorerUrl === null) return null
  // Tronscan routes by the fragment and writes hashes without 0x.
  if (network.family === 'tron') {
    return `${network.explorerUrl}/#/transaction/${txHash.replace(/^0x/, '')}`
  }
  return `${network.explorerUrl}/tx/${txHash}`
}

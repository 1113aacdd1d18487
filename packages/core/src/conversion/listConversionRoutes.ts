import { type Currency, currencies } from '../networks/currencies.ts'
import type { Network } from '../networks/network.ts'
import { type ConvertedCurrency, findConversionPath } from './findConversionPath.ts'

/**
 * Returns the currencies on some networks in which an invoice in `from` can be paid by conversion. They are in the order of `candidates`
 * (by default every currency in the registry).
 */
export function listConversionRoutes(
  from: ConvertedCurrency,
  networks: readonly Pick<Network, 'id' | 'contracts'>[],
  candidates: readonly Currency[] = currencies,
): readonly Currency[] {
  const byId = new Map(networks.map((network) => [network.id, network]))
  return candidates.filter((candidate) => {
    const network = byId.get(candidate.network)
    return network !== undefined && findConversionPath(network, from, candidate) !== null
  })
}

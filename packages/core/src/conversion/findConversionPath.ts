import type { Currency } from '../networks/currencies.ts'
import type { ContractName, Network } from '../networks/network.ts'
import { NoConversionPathError, type NoPathReason } from './NoConversionPathError.ts'
import { ratesOf } from './rateGraph.ts'

/**
 * Returns the shortest chain of rates from an invoice's currency to a payment currency on a network. It is the `path` argument of the
 * conversion proxies: hashes in lower case, including both ends. Null if a contract or a chain of rates is missing, and for two equal
 * currencies. Among chains of equal length, the order of the data decides.
 *
 * An invoice currency must be fiat or on the same network: the contracts treat any other currency as fiat with 8 decimals.
 */
export function findConversionPath(
  network: Pick<Network, 'id' | 'contracts'>,
  from: ConvertedCurrency,
  to: ConvertedCurrency,
): readonly string[] | null {
  if (to.type === 'ISO4217' || to.network !== network.id) return null
  if (from.type !== 'ISO4217' && from.network !== network.id) return null
  if (!hasContracts(network, to)) return null
  return shortestPath(network, from.hash.toLowerCase(), to.hash.toLowerCase())
}

/**
 * Finds a path like {@link findConversionPath}, but the path must exist; `field` names the input in the error.
 *
 * @throws NoConversionPathError
 */
export function requireConversionPath(
  network: Pick<Network, 'id' | 'contracts'>,
  from: ConvertedCurrency,
  to: ConvertedCurrency,
  field?: string,
): readonly string[] {
  const path = findConversionPath(network, from, to)
  if (path !== null) return path
  const reason: NoPathReason = hasContracts(network, to) ? 'no_path' : 'no_contracts'
  throw new NoConversionPathError({
    network: network.id,
    from: from.id,
    to: to.id,
    reason,
    ...(field === undefined ? {} : { field }),
  })
}

/** The fields of a currency that the search needs. */
export type ConvertedCurrency = Pick<Currency, 'id' | 'type' | 'network' | 'hash'>

function hasContracts(network: Pick<Network, 'contracts'>, to: ConvertedCurrency): boolean {
  const proxy: ContractName = to.type === 'ETH' ? 'EthConversionProxy' : 'Erc20ConversionProxy'
  const { contracts } = network
  return contracts[proxy] !== undefined && contracts.ChainlinkConversionPath !== undefined
}

/**
 * Searches breadth first, so the first path found is the shortest; null without a path. Each currency is visited once, so the graph bounds
 * the work.
 */
function shortestPath(
  network: Pick<Network, 'id'>,
  from: string,
  to: string,
): readonly string[] | null {
  const rates = ratesOf(network)
  if (from === to || !rates.has(from) || !rates.has(to)) return null
  const cameFrom = new Map<string, string | null>([[from, null]])
  for (const currency of cameFrom.keys()) {
    if (currency === to) return walkBack(cameFrom, to)
    for (const next of rates.get(currency) ?? [])
      if (!cameFrom.has(next)) cameFrom.set(next, currency)
  }
  return null
}

function walkBack(cameFrom: ReadonlyMap<string, string | null>, to: string): readonly string[] {
  const path: string[] = []
  for (
    let currency: string | null = to;
    currency !== null;
    currency = cameFrom.get(currency) ?? null
  )
    path.unshift(currency)
  return path
}

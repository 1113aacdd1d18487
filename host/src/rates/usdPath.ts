import { type Currency, currencies, getCurrency } from '@secure-payment/core/catalogue'
import { findConversionPath } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { RatePath } from '../chains/chainClient.ts'

/** The contracts' identifier of the dollar. */
const USD = getCurrency('USD').currency

/**
 * Finds the path from a currency to the US dollar along a network's rates. Returns one element for the dollar itself, `null` if
 * there is no path. `readRates` returns units of 10^-8 dollars for the path.
 */
export function usdPath(
  network: Pick<Network, 'id' | 'contracts'>,
  currency: Currency,
): RatePath | null {
  const paths = known.get(network) ?? new Map<string, RatePath | null>()
  known.set(network, paths)
  const path = paths.get(currency.id)
  if (path !== undefined) return path
  const found = findUsdPath(network, currency)
  paths.set(currency.id, found)
  return found
}

/**
 * The cached paths, by network and currency id. They are cached, because a search that finds no path tries every currency of the network.
 */
const known = new WeakMap<object, Map<string, RatePath | null>>()

function findUsdPath(
  network: Pick<Network, 'id' | 'contracts'>,
  currency: Currency,
): RatePath | null {
  const hash = currency.hash.toLowerCase()
  if (hash === USD.hash) return [USD.hash]
  if (currency.type !== 'ISO4217') {
    // The contracts follow a path in both directions; the search finds paths that end in a payment currency.
    return findConversionPath(network, USD, currency)?.toReversed() ?? null
  }
  for (const candidate of currencies) {
    if (candidate.network !== network.id) continue
    const path = findConversionPath(network, currency, candidate)
    const end = path?.indexOf(USD.hash) ?? -1
    if (path !== null && end > 0) return path.slice(0, end + 1)
  }
  return null
}

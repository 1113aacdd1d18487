import { type Currency, currencies, getCurrency } from '@secure-payment/core/catalogue'
import { findConversionPath } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { RatePath } from '../chains/chainClient.ts'

/** How the contracts name the dollar. */
const USD = getCurrency('USD').currency

/**
 * The path from a currency to the US dollar over the rates of a network; one step for the dollar itself, `null` when
 * there is none. `readRates` returns units of 10^-8 dollars for it.
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

/** By network and currency id: where there is no path, each currency of the network is tried to find that out. */
const known = new WeakMap<object, Map<string, RatePath | null>>()

function findUsdPath(
  network: Pick<Network, 'id' | 'contracts'>,
  currency: Currency,
): RatePath | null {
  const hash = currency.hash.toLowerCase()
  if (hash === USD.hash) return [USD.hash]
  if (currency.type !== 'ISO4217') {
    // The contracts follow a path both ways; the search finds those that end in a payment currency.
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

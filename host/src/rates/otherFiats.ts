import { REPORTING_CURRENCIES, type ReportingCurrency } from '@secure-payment/core/api'
import { type Currency, getCurrency } from '@secure-payment/core/catalogue'
import type { ChainClients, RatePath } from '../chains/chainClient.ts'
import { usdPath } from './usdPath.ts'

/** A fiat currency, by its id: `EUR`. */
export type Fiat = { id: string; currency: Currency }

/** A currency in which payments are valued, other than the dollar. */
export type OtherFiat = Fiat & { id: ReportingCurrency }

/** Every currency other than the dollar in which payments are valued. */
export const OTHER_FIATS: readonly OtherFiat[] = REPORTING_CURRENCIES.filter(
  (id) => id !== 'USD',
).map((id) => ({ id, currency: getCurrency(id).currency }))

/** The market prices that may value a payment; null without any. */
type MarketPrices = { canPrice(pair: { asset: string; currency: string }): boolean } | null

/** Returns the currencies that have a rate on any served network or a market price, with the dollar first. */
export function valuedCurrencies({
  chains,
  prices,
}: {
  chains: Pick<ChainClients, 'get' | 'ids'>
  prices: MarketPrices
}): readonly ReportingCurrency[] {
  const valued = OTHER_FIATS.filter(
    ({ id, currency }) =>
      chains.ids.some((network) => usdPath(chains.get(network).network, currency) !== null) ||
      prices?.canPrice({ asset: id, currency: 'USD' }),
  )
  return ['USD', ...valued.map(({ id }) => id)]
}

/** The paths from currencies to the dollar along one network's rates. */
export type FiatPaths = ReadonlyMap<string, RatePath>

/** Finds the paths to the dollar of these currencies on a network; those without a path are omitted. */
export function fiatPaths(
  network: Parameters<typeof usdPath>[0],
  fiats: readonly Fiat[],
): FiatPaths {
  const paths = new Map<string, RatePath>()
  for (const { id, currency } of fiats) {
    const path = usdPath(network, currency)
    if (path !== null) paths.set(id, path)
  }
  return paths
}

import { REPORTING_CURRENCIES, type ReportingCurrency } from '@secure-payment/core/api'
import { type Currency, getCurrency } from '@secure-payment/core/catalogue'
import type { ChainClients, RatePath } from '../chains/chainClient.ts'
import { usdPath } from './usdPath.ts'

/** A currency in which payments are valued, other than the dollar. */
export type OtherFiat = { id: ReportingCurrency; currency: Currency }

/** Every currency other than the dollar in which payments are valued. */
export const OTHER_FIATS: readonly OtherFiat[] = REPORTING_CURRENCIES.filter(
  (id) => id !== 'USD',
).map((id) => ({ id, currency: getCurrency(id).currency }))

/** Returns the currencies that any served network has a rate for, with the dollar first. */
export function valuedCurrencies(
  chains: Pick<ChainClients, 'get' | 'ids'>,
): readonly ReportingCurrency[] {
  const valued = OTHER_FIATS.filter(({ currency }) =>
    chains.ids.some((id) => usdPath(chains.get(id).network, currency) !== null),
  )
  return ['USD', ...valued.map(({ id }) => id)]
}

/** The paths from currencies to the dollar along one network's rates. */
export type FiatPaths = ReadonlyMap<ReportingCurrency, RatePath>

/** Finds the paths to the dollar of these currencies on a network; those without a path are omitted. */
export function fiatPaths(
  network: Parameters<typeof usdPath>[0],
  fiats: readonly OtherFiat[],
): FiatPaths {
  const paths = new Map<ReportingCurrency, RatePath>()
  for (const { id, currency } of fiats) {
    const path = usdPath(network, currency)
    if (path !== null) paths.set(id, path)
  }
  return paths
}

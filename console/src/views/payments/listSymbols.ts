import { currencies, findCurrency } from '@secure-payment/core/networks'

/**
 * Returns the distinct symbols of the currencies on some networks, fiat first. Includes `chosen` even if no network has
 * it, because a URL can contain any currency.
 */
export function listSymbols(
  networks: readonly string[],
  { withFiat, chosen }: { withFiat: boolean; chosen: string },
): readonly string[] {
  const fiat = withFiat ? symbolsOf('fiat') : []
  const tokens = networks.flatMap(symbolsOf).toSorted()
  const all = [...new Set([...fiat, ...tokens])]
  return chosen === '' || all.includes(chosen) ? all : [chosen, ...all]
}

function symbolsOf(network: string): string[] {
  return currencies
    .filter((currency) => currency.network === network)
    .map(({ id }) => findCurrency(id)?.symbol ?? id)
}

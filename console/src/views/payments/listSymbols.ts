import { currencies, findCurrency } from '@secure-payment/core/networks'

/**
 * Returns the symbols of the currencies on some networks, each once, in order: fiat first. `chosen` is in the list even if no network
 * has it, because an address can name any currency.
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

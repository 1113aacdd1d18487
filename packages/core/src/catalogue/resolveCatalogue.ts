import { type ResolvedCurrency, resolveToken } from '../networks/currencies.ts'
import { type Currency, type Network, networks, currencies as ours } from '../networks/index.ts'
import { parseTokens } from './parseTokens.ts'

/**
 * Resolves the catalogue's tokens from their lines by network: each token with its data, and all currencies in the order of the token
 * list. That order is fiat, then for each network its native coin, the registry's tokens and the catalogue's.
 */
export function resolveCatalogue(lines: Readonly<Record<string, string>>): {
  tokens: readonly ResolvedCurrency[]
  currencies: readonly Currency[]
} {
  const tokens = networks.flatMap((network) => resolveTokens(network, lines[network.id] ?? ''))
  const oursOf = Map.groupBy(ours, ({ network }) => network)
  const tokensOf = Map.groupBy(tokens, ({ currency }) => currency.network)
  const currencies = ['fiat', ...networks.map(({ id }) => id)].flatMap((id) => [
    ...(oursOf.get(id) ?? []),
    ...(tokensOf.get(id) ?? []).map(({ currency }) => currency),
  ])
  return { tokens, currencies }
}

/** A symbol with other characters has an alias that contains only its letters and digits: `USDC.e-matic` is `USDCe-matic`. */
function resolveTokens(network: Network, lines: string): ResolvedCurrency[] {
  return parseTokens(lines).map(({ idPart, ...token }) => {
    const aliases = /[^A-Za-z0-9]/.test(token.symbol) ? [`${token.symbol}-${network.id}`] : []
    return resolveToken(network, { ...token, currencyId: `${idPart}-${network.id}`, aliases })
  })
}

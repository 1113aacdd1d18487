import { UnknownCurrencyError } from '../errors.ts'
import { fiatCurrencies } from './fiatCurrencies.ts'
import type { Network, Token } from './network.ts'
import { networks } from './networks.ts'

/**
 * A currency as in the API and the token list.
 *
 * - `address` is the token's contract; for a native coin it is the hash, for a fiat currency the ASCII bytes of its code.
 * - `hash` is the currency's name in conversion contracts; for a token, it is the address.
 * - `chainId` is 0 and `network` is `fiat` for a fiat currency.
 * - A native coin's `symbol` may contain its network, as in `ETH-base`, because existing clients use it. For display, use
 *   `ResolvedCurrency.symbol`.
 */
export type Currency = {
  id: string
  name: string
  symbol: string
  decimals: number
  address: string
  network: string
  type: 'ERC20' | 'TRC20' | 'ETH' | 'ISO4217'
  hash: string
  chainId: number
}

/**
 * A currency with its network and token. `network` is null for fiat, `token` for native coins and fiat; `symbol` is the short name for
 * people. The network is the registry's own: a host with overridden contracts finds its own network by `network.id`.
 */
export type ResolvedCurrency = {
  currency: Currency
  network: Network | null
  token: Token | null
  symbol: string
  isNative: boolean
  isFiat: boolean
}

const resolved: readonly ResolvedCurrency[] = [
  ...fiatCurrencies.map(resolveFiat),
  ...networks.flatMap((network) => [
    resolveNative(network),
    ...network.tokens.map((token) => resolveToken(network, token)),
  ]),
]

/** Every currency in the registry: fiat first, then each network's native coin and tokens. */
export const currencies: readonly Currency[] = resolved.map((entry) => entry.currency)

const byId = new Map<string, ResolvedCurrency>()
const byToken = new Map<string, ResolvedCurrency>()
for (const entry of resolved) {
  for (const id of [entry.currency.id, ...aliasesOf(entry)]) byId.set(id, entry)
  if (entry.network !== null) {
    byToken.set(tokenKey(entry.network, entry.token?.address ?? null), entry)
  }
}

/** Finds a currency by its id or an alias, both case-sensitive: `USDC-base`, `USDC-optimism`, `USD`. Undefined if there is none. */
export function findCurrency(idOrAlias: string): ResolvedCurrency | undefined {
  return byId.get(idOrAlias)
}

/**
 * Returns a currency that must exist, by its id or an alias.
 *
 * @throws UnknownCurrencyError
 */
export function getCurrency(idOrAlias: string): ResolvedCurrency {
  const entry = byId.get(idOrAlias)
  if (entry === undefined) throw new UnknownCurrencyError({ currency: idOrAlias })
  return entry
}

/**
 * Finds the currency of a token's contract, or of the native coin with null; undefined if there is none. An EVM address's casing does not
 * matter; a Tron address is matched exactly.
 */
export function findCurrencyByToken(
  network: Pick<Network, 'id' | 'family'>,
  tokenAddress: string | null,
): ResolvedCurrency | undefined {
  return byToken.get(tokenKey(network, tokenAddress))
}

function resolveFiat(currency: Currency): ResolvedCurrency {
  return {
    currency,
    network: null,
    token: null,
    symbol: currency.symbol,
    isNative: false,
    isFiat: true,
  }
}

function resolveNative(network: Network): ResolvedCurrency {
  const native = network.nativeCurrency
  const currency: Currency = {
    id: native.currencyId,
    name: native.name,
    // The ids of native coins are `<list symbol>-<network>`, so `ETH-base-base` has the list symbol `ETH-base`.
    symbol: native.currencyId.slice(0, -(network.id.length + 1)),
    decimals: native.decimals,
    address: native.hash,
    network: network.id,
    type: 'ETH',
    hash: native.hash,
    chainId: network.chainId,
  }
  return { currency, network, token: null, symbol: native.symbol, isNative: true, isFiat: false }
}

/** Returns a network's token as a currency. */
export function resolveToken(network: Network, token: Token): ResolvedCurrency {
  const currency: Currency = {
    id: token.currencyId,
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    address: token.address,
    network: network.id,
    type: network.family === 'tron' ? 'TRC20' : 'ERC20',
    hash: token.address,
    chainId: network.chainId,
  }
  return { currency, network, token, symbol: token.symbol, isNative: false, isFiat: false }
}

function aliasesOf(entry: ResolvedCurrency): readonly string[] {
  if (entry.token !== null) return entry.token.aliases
  return entry.network?.nativeCurrency.aliases ?? []
}

/** Returns the key of a currency within its network: the token's address, null for the native coin. */
export function tokenKey(network: Pick<Network, 'id' | 'family'>, address: string | null): string {
  if (address === null) return network.id
  return `${network.id}:${network.family === 'tron' ? address : address.toLowerCase()}`
}

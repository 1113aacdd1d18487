import { UnknownCurrencyError } from '../errors.ts'
import { type ResolvedCurrency, tokenKey } from '../networks/currencies.ts'
import {
  type Currency,
  findCurrency as findOurs,
  findCurrencyByToken as findOursByToken,
  type Network,
} from '../networks/index.ts'
import { resolveCatalogue } from './resolveCatalogue.ts'
import { TOKENS } from './tokens.ts'

const catalogue = resolveCatalogue(TOKENS)
const byId = new Map<string, ResolvedCurrency>()
const byToken = new Map<string, ResolvedCurrency>()
for (const entry of catalogue.tokens) {
  const { currency, token, network } = entry
  for (const id of [currency.id, ...(token?.aliases ?? [])]) byId.set(id, entry)
  if (network !== null) byToken.set(tokenKey(network, currency.address), entry)
}

/**
 * Every currency: fiat, then for each network its native coin, the registry's tokens and the catalogue's; local chains
 * last.
 */
export const currencies: readonly Currency[] = catalogue.currencies

/**
 * Finds a currency in the registry or the catalogue by its id or an alias, both case-sensitive: `USDC-base`, `AAVE-mainnet`, `USD`.
 * Undefined if there is none. A token whose symbol has characters other than letters and digits has that symbol as an alias:
 * `USDC.e-matic`.
 */
export function findCurrency(idOrAlias: string): ResolvedCurrency | undefined {
  return findOurs(idOrAlias) ?? byId.get(idOrAlias)
}

/**
 * Returns a currency that must exist, by its id or an alias.
 *
 * @throws UnknownCurrencyError
 */
export function getCurrency(idOrAlias: string): ResolvedCurrency {
  const entry = findCurrency(idOrAlias)
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
  return findOursByToken(network, tokenAddress) ?? byToken.get(tokenKey(network, tokenAddress))
}

import type { api, Output } from '@secure-payment/core/api'
import { type Currency, getCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { CurrencyNotFoundError } from './errors.ts'
import { findOffered, offeredCurrencies } from './offeredCurrencies.ts'

type List = typeof api.currencies.list
type Query = Call<List>['query']

/**
 * Lists the currencies that match every filter; only the first one with `firstOnly=true`.
 *
 * @throws CurrencyNotFoundError for an unknown id, or if no currency matches with `firstOnly=true`
 */
export async function listCurrencies(
  context: Pick<Context, 'config'>,
  { query }: Pick<Call<List>, 'query'>,
): Promise<Output<List>> {
  const found = candidates(context, query.id).filter((currency) => matches(currency, query))
  const [first] = found
  if (query.id !== undefined && first === undefined) {
    throw new CurrencyNotFoundError({ asked: query.id })
  }
  if (query.firstOnly !== 'true') return found
  if (first === undefined) {
    throw new CurrencyNotFoundError({ asked: `${query.symbol}-${query.network}` })
  }
  return first
}

function candidates(context: Pick<Context, 'config'>, id: string | undefined): readonly Currency[] {
  if (id === undefined) return offeredCurrencies(context).currencies
  const found = findOffered(context, id)
  return found === undefined ? [] : [found.currency]
}

function matches(currency: Currency, { network, symbol }: Query): boolean {
  if (network !== undefined && currency.network !== network) return false
  return symbol === undefined || hasSymbol(currency, symbol.toLowerCase())
}

/**
 * Matches the listed symbol of a currency (`ETH-base`), its common symbol (`ETH`), and the beginning of its id and
 * aliases (`USDCn` and `USDC` on Polygon). Ignores case.
 */
function hasSymbol({ id, symbol, network }: Currency, asked: string): boolean {
  if (symbol.toLowerCase() === asked) return true
  const resolved = getCurrency(id)
  if (resolved.symbol.toLowerCase() === asked) return true
  const entry = resolved.token ?? resolved.network?.nativeCurrency
  return [id, ...(entry?.aliases ?? [])].some(
    (name) => name.toLowerCase() === `${asked}-${network}`,
  )
}

import { BaseError, quoteInput } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { type Currency, currencies, findCurrency } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type List = typeof api.currencies.list

/** No currency matches what was asked for by id, or with `firstOnly`. */
export class CurrencyNotFoundError extends BaseError {
  readonly code = 'currency_not_found'
  readonly kind = 'not_found'

  constructor(facts: { asked: string }) {
    super(`There is no currency ${quoteInput(facts.asked)}.`, {
      hint: 'See the list without filters.',
    })
  }
}

/** Lists the currencies that match every filter; the first alone with `firstOnly=true`. */
export async function listCurrencies(
  _context: Context,
  { query }: Call<List>,
): Promise<Output<List>> {
  const found = currencies.filter((currency) => matches(currency, query))
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

function matches(currency: Currency, query: Call<List>['query']): boolean {
  if (query.network !== undefined && currency.network !== query.network) return false
  if (query.symbol !== undefined && !hasSymbol(currency, query.symbol)) return false
  return query.id === undefined || findCurrency(query.id)?.currency.id === currency.id
}

/** A native coin's listed symbol may carry its network (`ETH-base`); people also ask for the plain one. */
function hasSymbol(currency: Currency, symbol: string): boolean {
  const asked = symbol.toLowerCase()
  const plain = findCurrency(currency.id)?.symbol.toLowerCase()
  return currency.symbol.toLowerCase() === asked || plain === asked
}

import { findPricing } from '@secure-payment/core/catalogue'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import { currentQuote, type Quote, readQuotes } from '../quotes/quoteRows.ts'
import { type PayableRequest, remainingUnits } from './payable.ts'
import { readAllRates, type ShownRatesContext } from './shownRates.ts'

/** The prices of a page's requests and of their options, for display. */
type ShownPrices = Awaited<ReturnType<typeof readAllRates>> & {
  quotes: readonly Quote[]
  quotable: readonly string[]
}

/** Reads the current rates and quotes of a page's requests and of their options. */
export async function readShownPrices(
  context: ShownRatesContext & Pick<Context, 'db' | 'now'>,
  requests: readonly PayableRequest[],
  options: readonly PayableRequest[],
): Promise<ShownPrices> {
  const [rates, quotes] = await Promise.all([
    readAllRates(context, requests, options),
    readShownQuotes(context, options.length === 0 ? requests : options),
  ])
  const shown = options.length === 0 ? requests : options
  return { ...rates, quotes, quotable: findQuotable(context, shown) }
}

/** Returns the payment currencies that contracts convert, and in which the host can also quote the remainder. */
function findQuotable(
  { prices }: Pick<Context, 'prices'>,
  requests: readonly PayableRequest[],
): readonly string[] {
  return requests.flatMap((request) => {
    const { invoice_currency, payment_currency, plan } = request
    if (prices === null || plan.way !== 'converted' || remainingUnits(request) === 0n) return []
    const found = findPricing(invoice_currency, payment_currency)
    return found?.pricing === 'market' && prices.canPrice(found.pair) ? [payment_currency] : []
  })
}

/** Reads the current quotes for the remainders of requests, or of options, that are paid at a market price. */
async function readShownQuotes(
  context: Pick<Context, 'db' | 'now'>,
  requests: readonly PayableRequest[],
): Promise<readonly Quote[]> {
  const priced = requests.filter(
    (request) => describeRequest(request.plan).pricing === 'market' && remainingUnits(request) > 0n,
  )
  if (priced.length === 0) return []
  const now = context.now()
  const ids = priced.map(({ id }) => id)
  const quotes = await readQuotes(context, ids, now)
  return priced.flatMap((request) => {
    const invoiceUnits = remainingUnits(request)
    const facts = { invoiceUnits, paymentCurrency: request.payment_currency, now }
    return currentQuote(quotes.get(request.id) ?? [], facts) ?? []
  })
}

/** Finds the current quote of a request, or of one of its options; undefined without one. */
export function findShownQuote(
  { quotes }: { quotes: readonly Quote[] },
  { id, payment_currency }: Pick<PayableRequest, 'id' | 'payment_currency'>,
): Quote | undefined {
  return quotes.find(
    (quote) => quote.request_id === id && quote.payment_currency === payment_currency,
  )
}

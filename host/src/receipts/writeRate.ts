import { getCurrency } from '@secure-payment/core/catalogue'
import { invertRate } from '@secure-payment/core/conversion'
import type { Row } from '../db/schema.ts'
import type { PageLanguage } from '../http/pageWords.ts'
import { parseSources } from '../settlement/priceSources.ts'
import { formatMoney, isolate } from './formatMoney.ts'
import { type ReceiptRow, rowOf } from './receiptDocument.ts'
import { receiptWords } from './words/receiptWords.ts'

type Priced = Pick<
  Row<'payments'>,
  'invoice_currency' | 'payment_currency' | 'conversion_rate' | 'rate_source' | 'price_sources'
>

/** Returns the rows of the rate at which a payment counts, and of its sources. Empty for a payment in the currency of the price. */
export function writeRate(payment: Priced, language: PageLanguage): readonly ReceiptRow[] {
  const { invoice_currency, payment_currency, conversion_rate, rate_source } = payment
  // One unit costs one unit at par.
  if (conversion_rate === null || rate_source === 'par') return []
  const words = receiptWords[language]
  const one = isolate(`1\u00a0${getCurrency(payment_currency).symbol}`, language)
  const { symbol } = getCurrency(invoice_currency)
  const price = formatMoney(invertRate(conversion_rate), symbol, language)
  const sources = listSources(payment).map((name) => isolate(name, language))
  const list = new Intl.ListFormat(language, { style: 'narrow' })
  return [
    rowOf(words.rate, `${one} = ${price}`),
    ...(sources.length === 0 ? [] : [rowOf(words.priceFrom, list.format(sources))]),
  ]
}

/** Lists the names of a rate's sources. */
function listSources({ price_sources, rate_source }: Priced): readonly string[] {
  const ids = price_sources === null ? [] : parseSources(price_sources).map(({ source }) => source)
  const all = rate_source === 'chainlink' ? ['chainlink', ...ids] : ids
  return all.map((id) => NAMES.get(id) ?? id)
}

/** The sources' own names; a source without one has its id. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['chainlink', 'Chainlink'],
  ['coinbase', 'Coinbase'],
  ['coinbase-exchange', 'Coinbase Exchange'],
  ['coingecko', 'CoinGecko'],
  ['kraken', 'Kraken'],
])

import { parseAmount } from '@secure-payment/core'
import { findPricing } from '@secure-payment/core/catalogue'
import {
  conversionDecimals,
  PRICE_SCALE,
  type QuotedRate,
  quoteUnits,
} from '@secure-payment/core/conversion'
import { findCurrency, findCurrencyByToken, type Network } from '@secure-payment/core/networks'
import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentItem } from '../paymentMetadata.ts'
import { refused } from '../steps/refusals.ts'
import type { Quote } from './parseQuote.ts'

/** The decimals of a price. */
const PRICE_DECIMALS = 18

type Due = Parameters<Converter['planConversion']>[2]

/**
 * Creates the check of amounts that the host fixed, at a quote or, without one, at par. The amount and the fee must be those that core
 * computes from the price and the due amount, to the unit. Its function returns null if an item is not quoted or its currencies are not
 * the registry's, and throws PaymentRefusedError if the quote is for another payment.
 */
export function createQuoter(quote: Quote | null): Converter {
  return {
    planConversion(network, item, due) {
      const rate = readRate(network, item, quote)
      if (rate === null) return null
      const amountUnits = quoteUnits(due.amountUnits, rate)
      const feeUnits = quoteUnits(due.feeUnits, rate)
      if (quote !== null) assertQuoted(quote, item, due, { amountUnits, feeUnits })
      const { symbol, decimals } = due.currency
      const units = amountUnits + feeUnits
      return {
        symbol,
        decimals,
        path: [],
        maxRateTimespanS: 0n,
        estimateUnits: units,
        mostUnits: units,
        quoted: { amountUnits, feeUnits },
      }
    },
  }
}

/** Returns the price between an item's currencies as the registry defines them; null if they do not have this kind of price. */
function readRate(network: Network, item: PaymentItem, quote: Quote | null): QuotedRate | null {
  const { invoiceCurrency } = item
  const invoice = invoiceCurrency === null ? undefined : findCurrency(invoiceCurrency)
  const paid = findCurrencyByToken(network, item.tokenAddress)?.currency
  if (invoice === undefined || paid === undefined || paid.id !== item.paymentCurrency) return null
  const invoiceDecimals = conversionDecimals(invoice.currency)
  if (invoice.symbol !== item.symbol || invoiceDecimals !== item.decimals) return null
  const pricing = findPricing(invoice.currency.id, paid.id)?.pricing
  const isAsSaid = pricing === item.quoted?.pricing && (pricing === 'par') === (quote === null)
  if (pricing === undefined || !isAsSaid) return null
  const price = quote === null ? PRICE_SCALE : parseAmount(quote.price, PRICE_DECIMALS)
  return { price, invoiceDecimals, paymentDecimals: paid.decimals }
}

function assertQuoted(
  quote: Quote,
  item: PaymentItem,
  { amountUnits, currency: { decimals } }: Due,
  expected: { readonly amountUnits: bigint; readonly feeUnits: bigint },
): void {
  const isSame =
    quote.invoiceCurrency === item.invoiceCurrency &&
    quote.paymentCurrency === item.paymentCurrency &&
    parseAmount(quote.invoiceAmount, item.decimals) === amountUnits &&
    parseAmount(quote.paymentAmount, decimals) === expected.amountUnits &&
    parseAmount(quote.feeAmount, decimals, { allowZero: true }) === expected.feeUnits
  if (!isSame) throw refused('calldata_mismatch', { reason: 'wrong_quote' })
  if (quote.sources.length === 0) throw refused('invalid_response', { reason: 'no_sources' })
}

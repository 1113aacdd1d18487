import { parseAmount, splitPayment } from '@secure-payment/core'
import { findPricing, isStablecoin } from '@secure-payment/core/catalogue'
import {
  type AmountAndFee,
  conversionDecimals,
  PRICE_SCALE,
  type QuotedRate,
  quoteAmounts,
  quoteUnits,
} from '@secure-payment/core/conversion'
import { findCurrency, findCurrencyByToken, type Network } from '@secure-payment/core/networks'
import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentItem } from '../paymentMetadata.ts'
import { refused } from '../steps/refusals.ts'
import type { Quote } from './parseQuote.ts'

/** The decimals of a price. */
export const PRICE_DECIMALS = 18

type Due = Parameters<Converter['planConversion']>[2]

/**
 * Creates the check of amounts that the host fixed, at a quote or, without one, at par. The amount and the fee must be those that core
 * computes from the price and the due amount, to the unit. The returned function returns null if an item is not quoted or its currencies
 * are not the registry's. It throws PaymentRefusedError if the quote is for another payment.
 */
export function createQuoter(quote: Quote | null): Converter {
  return {
    planConversion(network, item, due) {
      const rate = readRate(network, item, quote)
      if (rate === null) return null
      const exact = splitQuoted(item, due, ({ amountUnits, feeUnits }) => ({
        amountUnits: quoteUnits(amountUnits, rate),
        feeUnits: quoteUnits(feeUnits, rate),
      }))
      const rounding = { ...rate, isStablecoin: isStablecoin(item.paymentCurrency) }
      const rounded = splitQuoted(item, due, (one) => quoteAmounts(one, rounding))
      const quoted = quote === null ? exact : requireQuoted(quote, item, due, [rounded, exact])
      const { symbol, decimals } = due.currency
      const units = quoted.amountUnits + quoted.feeUnits
      return {
        symbol,
        decimals,
        path: [],
        maxRateTimespanS: 0n,
        estimateUnits: units,
        mostUnits: units,
        quoted,
      }
    },
  }
}

/** Prices an amount and its fee. If the payee bears the fee, the price is that of the whole amount, which the parts add up to. */
function splitQuoted(
  { fee }: PaymentItem,
  { amountUnits, feeUnits }: Due,
  price: (due: AmountAndFee) => AmountAndFee,
): AmountAndFee {
  if (!fee?.bearer) return price({ amountUnits, feeUnits })
  const whole = price({ amountUnits: amountUnits + feeUnits, feeUnits: 0n })
  return splitPayment(whole.amountUnits, fee.percentage)
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

/** Returns the amounts of a quote. They must be among the `allowed` ones, because earlier hosts rounded up to the unit. */
function requireQuoted(
  quote: Quote,
  item: PaymentItem,
  { amountUnits, feeUnits, currency: { decimals } }: Due,
  allowed: readonly AmountAndFee[],
): AmountAndFee {
  const paid = parseAmount(quote.paymentAmount, decimals)
  const fee = parseAmount(quote.feeAmount, decimals, { allowZero: true })
  const dueUnits = item.fee?.bearer ? amountUnits + feeUnits : amountUnits
  const isSame =
    quote.invoiceCurrency === item.invoiceCurrency &&
    quote.paymentCurrency === item.paymentCurrency &&
    parseAmount(quote.invoiceAmount, item.decimals) === dueUnits
  const amounts = allowed.find((one) => one.amountUnits === paid && one.feeUnits === fee)
  if (!isSame || amounts === undefined)
    throw refused('calldata_mismatch', { reason: 'wrong_quote' })
  if (quote.sources.length === 0) throw refused('invalid_response', { reason: 'no_sources' })
  return amounts
}

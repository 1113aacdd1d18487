import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals, PRICE_SCALE, type QuotedRate } from '@secure-payment/core/conversion'
import type { Row } from '../db/schema.ts'

/** Returns the rate between a request's currencies at par: one unit is worth one unit, and only the decimals differ. */
export function parRate(request: PricedCurrencies): QuotedRate {
  return quotedRate(request, PRICE_SCALE)
}

/** Returns the rate between a request's currencies at a price, which is scaled as in core's `QuotedRate`. */
export function quotedRate(
  { invoice_currency, payment_currency }: PricedCurrencies,
  price: bigint,
): QuotedRate {
  return {
    price,
    invoiceDecimals: conversionDecimals(getCurrency(invoice_currency).currency),
    paymentDecimals: getCurrency(payment_currency).currency.decimals,
  }
}

type PricedCurrencies = Pick<Row<'requests'>, 'invoice_currency' | 'payment_currency'>

import { formatAmount } from '@secure-payment/core'
import type { Quote as Described } from '@secure-payment/core/api'
import type { Row } from '../db/schema.ts'
import { formatPrice, parseSources } from '../settlement/priceSources.ts'
import { quotedRate } from '../settlement/quotedRate.ts'
import type { Quote } from './quoteRows.ts'

/** Describes a request's quote in the API's format. */
export function describeQuote(
  request: Pick<Row<'requests'>, 'invoice_currency' | 'payment_currency'>,
  quote: Quote,
): Described {
  const price = BigInt(quote.price)
  const { invoiceDecimals, paymentDecimals } = quotedRate(request, price)
  return {
    quoteId: quote.id,
    invoiceAmount: formatAmount(BigInt(quote.invoice_units), invoiceDecimals),
    invoiceCurrency: request.invoice_currency,
    paymentAmount: formatAmount(BigInt(quote.payment_units), paymentDecimals),
    feeAmount: formatAmount(BigInt(quote.fee_units), paymentDecimals),
    paymentCurrency: quote.payment_currency,
    price: formatPrice(price),
    sources: [...parseSources(quote.sources)],
    createdAt: quote.created_at,
    expiresAt: quote.expires_at,
  }
}

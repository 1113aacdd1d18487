import { formatAmount } from '@secure-payment/core'
import type { Quote as Described } from '@secure-payment/core/api'
import type { Row } from '../db/schema.ts'
import { type FeeColumns, payeePercentage } from '../requests/feePayments.ts'
import { formatPrice, parseSources } from '../settlement/priceSources.ts'
import { quotedRate } from '../settlement/quotedRate.ts'
import type { Quote } from './quoteRows.ts'

/** Describes a request's quote in the API's format. The stored amount contains a fee that the payee bears. */
export function describeQuote(
  request: Pick<Row<'requests'>, 'invoice_currency' | 'payment_currency'> & FeeColumns,
  quote: Quote,
): Described {
  const price = BigInt(quote.price)
  const feeUnits = BigInt(quote.fee_units)
  const paymentUnits = BigInt(quote.payment_units)
  const payeeUnits = payeePercentage(request) === null ? paymentUnits : paymentUnits - feeUnits
  const { invoiceDecimals, paymentDecimals } = quotedRate(request, price)
  return {
    quoteId: quote.id,
    invoiceAmount: formatAmount(BigInt(quote.invoice_units), invoiceDecimals),
    invoiceCurrency: request.invoice_currency,
    paymentAmount: formatAmount(payeeUnits, paymentDecimals),
    feeAmount: formatAmount(feeUnits, paymentDecimals),
    paymentCurrency: quote.payment_currency,
    price: formatPrice(price),
    sources: [...parseSources(quote.sources)],
    createdAt: quote.created_at,
    expiresAt: quote.expires_at,
  }
}

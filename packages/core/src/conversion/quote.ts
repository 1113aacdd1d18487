import { divide } from '../amount.ts'

/** The scale of {@link QuotedRate.price}. */
export const PRICE_SCALE = 10n ** 18n

/** A price between two currencies, and the decimals of their units. */
export type QuotedRate = {
  /** Whole units of the invoice currency per whole unit of the payment currency, times 10^18; above 0. At par: 10^18. */
  price: bigint
  /** The decimals of an invoiced amount (`conversionDecimals`). */
  invoiceDecimals: number
  paymentDecimals: number
}

/**
 * Returns the amount to pay for an invoiced amount at a price, in base units of the payment currency, rounded up. The payee therefore never
 * receives less than the invoice states.
 *
 * @throws ArithmeticRangeError when `invoiceUnits` is negative or the price is not above 0.
 */
export function quoteUnits(invoiceUnits: bigint, rate: QuotedRate): bigint {
  return divide(invoiceUnits * paymentScale(rate), invoiceScale(rate), 'up')
}

/**
 * Returns the worth of an arrived amount at a price, in units of the invoice currency, rounded down. For the result of `quoteUnits`, it is
 * never below the invoiced amount.
 *
 * @throws ArithmeticRangeError when `paymentUnits` is negative.
 */
export function creditAtPrice(paymentUnits: bigint, rate: QuotedRate): bigint {
  return divide(paymentUnits * invoiceScale(rate), paymentScale(rate), 'down')
}

/** The two amounts of a quote, in base units: one is due, the other pays it. Both are above 0. */
export type QuotedAmounts = { invoiceUnits: bigint; paymentUnits: bigint }

/**
 * Returns the worth of an arrived amount at a quote, in units of the invoice currency, in proportion and rounded down. The quoted amount
 * itself is worth exactly the invoiced one.
 *
 * @throws ArithmeticRangeError when an amount is negative, or the quoted one is 0.
 */
export function creditAtQuote(arrivedUnits: bigint, quote: QuotedAmounts): bigint {
  return divide(arrivedUnits * quote.invoiceUnits, quote.paymentUnits, 'down')
}

function invoiceScale({ price, invoiceDecimals }: QuotedRate): bigint {
  return price * 10n ** BigInt(invoiceDecimals)
}

function paymentScale({ paymentDecimals }: QuotedRate): bigint {
  return PRICE_SCALE * 10n ** BigInt(paymentDecimals)
}

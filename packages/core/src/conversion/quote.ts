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

/** The digits of a quoted amount of a coin. */
const COIN_DIGITS = 6
/** A quoted stablecoin amount below 10 has STABLECOIN_DIGITS digits; from 10 on, it has STABLECOIN_DECIMALS decimals. */
const STABLECOIN_DIGITS = 4
const STABLECOIN_DECIMALS = 2

/** An amount and the fee that is paid with it, in base units. */
export type AmountAndFee = { amountUnits: bigint; feeUnits: bigint }

/**
 * Returns the amount and the fee of a quote, in base units of the payment currency. Both are rounded up to the same step, so that their sum
 * has no more digits than the amount. The step is the sixth digit of a coin, the cent of a stablecoin, or the fourth digit of a stablecoin
 * amount below 10. Each exceeds its worth by less than 0.001 % of the amount. For a stablecoin, the excess is less than a cent and less
 * than 0.1 % of the amount.
 *
 * @throws ArithmeticRangeError when an amount is negative or the price is not above 0.
 */
export function quoteAmounts(
  due: AmountAndFee,
  { isStablecoin, ...rate }: QuotedRate & { isStablecoin: boolean },
): AmountAndFee {
  const amountUnits = quoteUnits(due.amountUnits, rate)
  const feeUnits = quoteUnits(due.feeUnits, rate)
  const digits = amountUnits.toString().length
  const zeros = isStablecoin
    ? Math.min(digits - STABLECOIN_DIGITS, rate.paymentDecimals - STABLECOIN_DECIMALS)
    : digits - COIN_DIGITS
  const step = 10n ** BigInt(Math.max(zeros, 0))
  return {
    amountUnits: divide(amountUnits, step, 'up') * step,
    feeUnits: divide(feeUnits, step, 'up') * step,
  }
}

/**
 * Returns the amount that is worth an invoiced amount at a price, in base units of the payment currency, rounded up to the unit.
 *
 * @throws ArithmeticRangeError when `invoiceUnits` is negative or the price is not above 0.
 */
export function quoteUnits(invoiceUnits: bigint, rate: QuotedRate): bigint {
  return divide(invoiceUnits * paymentScale(rate), invoiceScale(rate), 'up')
}

/**
 * Returns the worth of an arrived amount at a price, in units of the invoice currency, rounded down. For the results of `quoteUnits` and
 * `quoteAmounts`, it is never below the invoiced amount.
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

import { formatAmount, parseAmount } from '@secure-payment/core'
import { quoteUnits } from '@secure-payment/core/conversion'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { PricedPart } from '../review.ts'
import { PRICE_DECIMALS } from './createQuoter.ts'
import type { Quote } from './parseQuote.ts'

/**
 * Returns the parts of a verified payment at its quote, for the payer to follow: the amount and, if the payer bears it, the fee. If the
 * payee bears the fee, the quote prices the whole amount at once. `paid` is the currency that leaves the wallet.
 */
export function priceParts(
  { payment, review }: Pick<VerifiedPayment, 'payment' | 'review'>,
  { price, invoiceAmount, paymentAmount, feeAmount }: Quote,
  paid: { readonly symbol: string; readonly decimals: number },
): readonly PricedPart[] {
  const [item] = payment.items
  if (item === undefined) return []
  const { symbol, decimals } = item
  const fee = review.items[0]?.fee
  const rate = {
    price: parseAmount(price, PRICE_DECIMALS),
    invoiceDecimals: decimals,
    paymentDecimals: paid.decimals,
  }
  const paidUnits = (amount: string) => parseAmount(amount, paid.decimals, { allowZero: true })
  const cost = (units: bigint) => ({
    symbol: paid.symbol,
    amount: formatAmount(units, paid.decimals),
  })
  const part = (due: string, units: bigint): PricedPart => ({
    due: { symbol, amount: due },
    worth: cost(quoteUnits(parseAmount(due, decimals), rate)),
    paid: cost(units),
  })
  const amountUnits = paidUnits(paymentAmount)
  const feeUnits = paidUnits(feeAmount)
  if (!fee || fee.bearer) return [part(invoiceAmount, amountUnits + feeUnits)]
  return [part(invoiceAmount, amountUnits), part(fee.amount, feeUnits)]
}

import type { Model } from '../model.ts'
import type { PaymentItem } from '../paymentMetadata.ts'
import type { Cost } from '../payOption.ts'
import { addAmounts } from './addAmounts.ts'

/** Returns whether the payment is a payout: the payer sends money to people, and buys nothing. */
export function isPayout({ payment }: Model): boolean {
  return payment?.flow === 'pay'
}

/** The kind of a payment; a refund is a payout whose items name the payments that they refund. */
export type Purpose = 'payment' | 'payout' | 'refund'

/** Returns a payment's kind. */
export function findPurpose({ payment }: Model): Purpose {
  if (payment?.flow !== 'pay') return 'payment'
  return Object(payment.raw).items?.[0]?.refundOf ? 'refund' : 'payout'
}

/** Returns the exact sum of each currency, in the order of the currencies' first occurrence. */
export function sumCosts(parts: readonly Cost[]): Cost[] {
  const sums = new Map<string, string>()
  for (const { symbol, amount } of parts) {
    sums.set(symbol, addAmounts(sums.get(symbol) ?? '0', amount))
  }
  return [...sums].map(([symbol, amount]) => ({ symbol, amount }))
}

/**
 * Finds the payer's total, fees included: the verified sum once there is one, otherwise the chosen option's, otherwise the sum of the
 * items. After a partial payment and before a wallet is connected, it is the remainder without its fee (`isPlusFee`), which only `/pay`
 * returns.
 */
export function findTotal(model: Model): { costs: readonly Cost[]; isPlusFee: boolean } {
  const { payment, review } = model
  if (review && model.state !== 'succeeded') return { costs: review.totalNeeded, isPlusFee: false }
  if (!payment) return { costs: [], isPlusFee: false }
  const isPartlyPaid = model.state !== 'succeeded' && payment.items.some(hasPart)
  if (!isPartlyPaid) return { costs: sumCosts(payment.items.flatMap(withFee)), isPlusFee: false }
  const option = model.options.find(({ id }) => id === model.optionId)
  if (option) return { costs: option.costs, isPlusFee: false }
  return {
    costs: sumCosts(payment.items.map((item) => ({ ...item, amount: item.remainingAmount }))),
    isPlusFee: payment.items.some((item) => withFee(item)[1]),
  }
}

function withFee(item: PaymentItem): Cost[] {
  return item.fee && !item.fee.bearer
    ? [item, { symbol: item.symbol, amount: item.fee.amount }]
    : [item]
}

function hasPart(item: PaymentItem): boolean {
  return item.remainingAmount !== item.amount && item.amountPaid !== '0'
}

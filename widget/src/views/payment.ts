import { formatAmount, parseAmount } from '@secure-payment/core'
import type { Cost, Model, PaymentItem } from '../model.ts'

/** Sums of each currency, exact, in the order in which the currencies first occur. */
export function sumCosts(
  parts: readonly { readonly symbol: string; readonly decimals: number; readonly amount: string }[],
): Cost[] {
  const sums = new Map<string, { units: bigint; decimals: number }>()
  for (const { symbol, decimals, amount } of parts) {
    const units = parseAmount(amount, decimals, { allowZero: true })
    sums.set(symbol, { units: (sums.get(symbol)?.units ?? 0n) + units, decimals })
  }
  return [...sums].map(([symbol, { units, decimals }]) => ({
    symbol,
    amount: formatAmount(units, decimals),
  }))
}

/**
 * What the payer pays in all, fees included: the verified sum once there is one, else that of the chosen option, else the sum of the
 * items. After a part was paid and before a wallet is known, it is the rest without its fee (`isPlusFee`), which only `/pay` can tell.
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
    isPlusFee: payment.items.some((item) => item.fee !== null),
  }
}

function withFee(item: PaymentItem): { symbol: string; decimals: number; amount: string }[] {
  const { symbol, decimals } = item
  return item.fee ? [item, { symbol, decimals, amount: item.fee.amount }] : [item]
}

function hasPart(item: PaymentItem): boolean {
  return item.remainingAmount !== item.amount && item.amountPaid !== '0'
}

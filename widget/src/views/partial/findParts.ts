import type { PaymentItem, PaymentMetadata } from '../../paymentMetadata.ts'
import type { Cost } from '../../payOption.ts'
import { sumCosts } from '../payment.ts'

/** Finds the amounts received so far and requested, without fees. */
export function findParts(
  payment: PaymentMetadata,
): Record<'paid' | 'total' | 'remaining', Cost[]> {
  const sum = (pick: (item: PaymentItem) => string): Cost[] =>
    sumCosts(payment.items.map((item) => ({ ...item, amount: pick(item) })))
  return {
    paid: sum((item) => item.amountPaid),
    total: sum((item) => item.amount),
    remaining: sum((item) => item.remainingAmount),
  }
}

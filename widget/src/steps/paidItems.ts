import { parseAmount } from '@secure-payment/core'
import type { PaymentMetadata } from '../model.ts'
import type { PaidItem } from './findPayment.ts'

/** What a payment's events must show, by its description; an item whose amount cannot be read is left out. */
export function paidItems(payment: PaymentMetadata | null): readonly PaidItem[] {
  return (payment?.items ?? []).flatMap((item) => {
    const { paymentReference, payee, tokenAddress: token, remainingAmount, decimals } = item
    // Shortened: nobody's word about the payee is there to compare.
    if (payee.includes('…')) return []
    try {
      const dueUnits = parseAmount(remainingAmount, decimals, { allowZero: true })
      return [{ paymentReference, payee, token, dueUnits, isConverted: item.conversion !== null }]
    } catch {
      return []
    }
  })
}

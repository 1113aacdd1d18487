import { parseAmount } from '@secure-payment/core'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PaidItem } from './findPayment.ts'

/** Returns the events that prove a payment, according to its description; omits an item whose amount cannot be read. */
export function paidItems(payment: PaymentMetadata | null): readonly PaidItem[] {
  return (payment?.items ?? []).flatMap((item) => {
    const { paymentReference, payee, tokenAddress: token, remainingAmount, decimals } = item
    // The address is shortened: there is no trusted address of the payee to compare with.
    if (payee.includes('…')) return []
    try {
      const dueUnits = parseAmount(remainingAmount, decimals, { allowZero: true })
      return [{ paymentReference, payee, token, dueUnits, isConverted: item.conversion !== null }]
    } catch {
      return []
    }
  })
}

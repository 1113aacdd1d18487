import { paidSymbol } from './paidCurrency.ts'
import type { PaymentItem, RefundTransaction } from './paymentMetadata.ts'

/** Returns the symbol of a refund's currency. A service of an earlier release refunds only in the currency in which the item is paid. */
export function refundedSymbol({ symbol }: RefundTransaction, item: PaymentItem): string {
  return symbol ?? paidSymbol(item)
}

import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import { scaleAmounts } from '../scaleAmounts.ts'

/**
 * Returns whether confirming transactions pay the whole remainder, so that another payment would be a double payment. An item's status
 * `processing` alone proves nothing: even the smallest payment with the item's reference sets it.
 */
export function isCovered({ items, transactions }: PaymentMetadata): boolean {
  const confirming = transactions.filter((one) => one.status === 'confirming')
  if (confirming.length === 0) return false
  return items.every((item) =>
    isItemCovered(
      item,
      confirming.flatMap((one) => (one.requestId === item.requestId ? [one.amount] : [])),
    ),
  )
}

function isItemCovered({ remainingAmount }: PaymentItem, coming: readonly string[]): boolean {
  const amounts = [remainingAmount, ...coming]
  // Core checks the amounts before the payer signs; this function accepts only plain decimals.
  if (!amounts.every((amount) => /^\d{1,100}(\.\d{1,100})?$/.test(amount))) return false
  const [left = 0n, ...parts] = scaleAmounts(amounts).units
  return parts.reduce((sum, part) => sum + part, 0n) >= left
}

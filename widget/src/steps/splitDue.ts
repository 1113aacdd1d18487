import { type PaymentParts, percentOf, splitPayment } from '@secure-payment/core'
import type { ItemFee } from '../paymentMetadata.ts'

/**
 * Returns the payee's part of an open amount, and the fee. The payer pays the fee on top, unless the payee bears it; both parts are then the
 * open amount. Throws the errors of core about a malformed percentage.
 */
export function splitDue(openUnits: bigint, fee: ItemFee | null): PaymentParts {
  if (fee === null) return { amountUnits: openUnits, feeUnits: 0n }
  const { percentage, bearer } = fee
  return bearer
    ? splitPayment(openUnits, percentage)
    : { amountUnits: openUnits, feeUnits: percentOf(openUnits, percentage, 'up') }
}

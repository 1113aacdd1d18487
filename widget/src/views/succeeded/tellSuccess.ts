import { SpSuccessEvent } from '../../events.ts'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import { createReceipt } from './createReceipt.ts'

/** Notifies the page of the payment, with the receipt. */
export function tellSuccess(
  target: EventTarget,
  payment: PaymentMetadata,
  merchantName: string | null,
): void {
  const { token, requestIds, transactions } = payment
  const receipt = createReceipt(payment, merchantName)
  target.dispatchEvent(new SpSuccessEvent({ token, requestIds, transactions, receipt }))
}

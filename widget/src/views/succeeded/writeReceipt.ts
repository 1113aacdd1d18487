import type { PaymentMetadata } from '../../paymentMetadata.ts'
import type { FlowContext } from '../viewContext.ts'
import { createReceipt } from './createReceipt.ts'
import { serializeReceipt } from './renderReceiptDocument.ts'

/** Returns a payment's receipt as JSON text, or as an HTML document in the payer's language. */
export function writeReceipt(
  kind: 'json' | 'html',
  payment: PaymentMetadata,
  words: FlowContext,
): string {
  const receipt = createReceipt(payment, words.settings.merchantName)
  return kind === 'json' ? JSON.stringify(receipt, null, 2) : serializeReceipt(receipt, words)
}

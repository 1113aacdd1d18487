/** The chunk of a payment that is paid: its screen, its receipt and what the page hears. */
export { createReceipt } from './createReceipt.ts'
export { serializeReceipt } from './renderReceiptDocument.ts'
export { createSucceeded } from './succeeded.ts'
export { tellSuccess } from './tellSuccess.ts'

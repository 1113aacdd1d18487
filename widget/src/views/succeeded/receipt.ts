/** The chunk of a payment that is paid: its screen, its receipt and what the page hears. */
export { receiptStyles } from '../../styles/receiptStyles.ts'
export { createSucceeded } from './succeeded.ts'
export { tellSuccess } from './tellSuccess.ts'
export { writeReceipt } from './writeReceipt.ts'

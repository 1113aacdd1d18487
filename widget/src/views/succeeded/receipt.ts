/** The chunk of a paid payment: its screen, its receipt and the page's notification. */
export { receiptStyles } from '../../styles/receiptStyles.ts'
export { succeeded } from './succeeded.ts'
export { tellSuccess } from './tellSuccess.ts'
export { writeReceipt } from './writeReceipt.ts'

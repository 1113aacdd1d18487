import type { ReceiptDocument } from '../receiptDocument.ts'

/** The work that the host gives to the thread that makes PDFs. */
export type PdfJob = {
  receipt: ReceiptDocument
  /** The bytes of the merchant's logo; null without one. */
  logo: Uint8Array | null
  fontFolder: string
}

/** The thread's result. `unsupported`: the receipt has a character that no font has, or too many pages. */
export type PdfResult = { bytes: Uint8Array } | 'unsupported' | { error: string }

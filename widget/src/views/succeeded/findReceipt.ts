import type { PaymentMetadata } from '../../paymentMetadata.ts'
import { safeUrl } from '../../text/format.ts'

/** The addresses of the service's own receipt, in the payer's language; the PDF states times in the payer's time zone. */
export type ReceiptLinks = { readonly page: string; readonly pdf: string }

/** Finds the receipt that the service offers; null for a service of an earlier release. */
export function findReceipt(
  { raw }: Pick<PaymentMetadata, 'raw'>,
  language: string,
): ReceiptLinks | null {
  const found: unknown = Object(raw).receiptUrl
  const url = typeof found === 'string' ? safeUrl(found) : null
  if (url === null) return null
  const page = new URL(url)
  page.searchParams.set('lang', language)
  const pdf = new URL(page)
  pdf.pathname += '/receipt.pdf'
  pdf.searchParams.set('zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
  return { page: page.href, pdf: pdf.href }
}

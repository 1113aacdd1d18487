/** A search for unmatched payments, as the API's query. */
export type Search =
  | { readonly txHash: string }
  | { readonly requestId: string }
  | { readonly paymentReference: string }
  | { readonly reference: string }

/** Interprets the search text by its form; null for empty text. Tron's hashes have no `0x`. */
export function readSearch(typed: string): Search | null {
  const text = typed.trim()
  if (text === '') return null
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return { txHash: text }
  if (isRequestId(text)) return { requestId: text }
  if (/^0x[0-9a-f]{16}$/i.test(text)) return { paymentReference: text }
  return { reference: text }
}

/** Returns whether a text has a request ID's form. */
export function isRequestId(text: string): boolean {
  return /^01[0-9a-f]{64}$/i.test(text)
}

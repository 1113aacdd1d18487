import { list, shape, text } from '../answer.ts'

/** The maximum number of sources of one price. */
const MAX_SOURCES = 20

const quote = shape({
  quoteId: text,
  invoiceAmount: text,
  invoiceCurrency: text,
  paymentAmount: text,
  feeAmount: text,
  paymentCurrency: text,
  price: text,
  sources: list(shape({ source: text, at: text }), MAX_SOURCES),
  createdAt: text,
  expiresAt: text,
})

/** A quote in the service's response; amounts and price are decimal text, and times are ISO. */
export type Quote = ReturnType<typeof quote>

/** Validates a quote. Throws InvalidResponseError. */
export function parseQuote(value: unknown): Quote {
  return quote(value, 'quote')
}

/** Returns whether two quotes are the same, by their id, price, amounts, currencies and expiry. */
export function isSameQuote(a: Quote, b: Quote): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

import type { Quote } from './quoteRows.ts'

/** Money that arrived for a quoted request: base units of the payment currency, and its block's time. */
export type QuotedArrival = { units: bigint; paymentCurrency: string; time: Date }

/** A block's time may be this far before the quote that its payment used, because clocks differ. */
const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Returns the quote at which an arrival counts; null if none held at its block's time. `quotes` are one request's, newest first.
 *
 * A quote holds from its creation until its expiry plus the grace. Of the quotes that held, one for exactly the arrived amount takes
 * precedence, then the newest one. A quote that was created after the payment does not count: otherwise, a payer could wait for a better
 * price. A quote also holds for the minute before its creation, but only for exactly its amount, which no payer can know earlier.
 */
export function chooseQuote(
  quotes: readonly Quote[],
  { units, paymentCurrency, time }: QuotedArrival,
  graceMs: number,
): Quote | null {
  const timeMs = time.getTime()
  const isOpen = (quote: Quote) =>
    quote.payment_currency === paymentCurrency && timeMs <= Date.parse(quote.expires_at) + graceMs
  const isExact = (quote: Quote) => quote.payment_units === String(units)
  const isEarlier = (quote: Quote) => Date.parse(quote.created_at) <= timeMs
  const isSkewed = (quote: Quote) => Date.parse(quote.created_at) <= timeMs + MAX_CLOCK_SKEW_MS
  const open = quotes.filter(isOpen)
  const held = open.filter(isEarlier)
  const skewed = open.filter(isSkewed)
  return held.find(isExact) ?? skewed.find(isExact) ?? held[0] ?? null
}

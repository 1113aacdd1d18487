import type { Quote } from './quoteRows.ts'

/** Money that arrived for a quoted request: base units of the payment currency, and its block's time. */
export type QuotedArrival = { units: bigint; paymentCurrency: string; time: Date }

/** A block's time may be this far before the quote that its payment used, because clocks differ. */
const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Returns the quote at which an arrival counts; null if none held at its block's time. `quotes` are one request's, newest first.
 *
 * A quote holds from its creation until its expiry plus the grace. Of these, a quote for exactly the arrived amount takes precedence, then
 * the newest one. A quote that was created after the payment does not count: otherwise, a payer could wait for a better price.
 */
export function chooseQuote(
  quotes: readonly Quote[],
  { units, paymentCurrency, time }: QuotedArrival,
  graceMs: number,
): Quote | null {
  const timeMs = time.getTime()
  const held = quotes.filter(
    (quote) =>
      quote.payment_currency === paymentCurrency &&
      timeMs <= Date.parse(quote.expires_at) + graceMs &&
      timeMs >= Date.parse(quote.created_at) - MAX_CLOCK_SKEW_MS,
  )
  return held.find((quote) => quote.payment_units === String(units)) ?? held[0] ?? null
}

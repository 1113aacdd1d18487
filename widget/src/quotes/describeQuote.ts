import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { QuoteReview } from '../review.ts'
import { refused } from '../steps/refusals.ts'
import { expiryOf } from './expiryOf.ts'
import type { Quote } from './parseQuote.ts'
import { priceParts } from './priceParts.ts'

/** Returns a verified payment with its price in the review. Throws PaymentRefusedError if the quote has expired. */
export function describeQuote(
  verified: VerifiedPayment,
  quote: Quote | null,
  now: number,
): VerifiedPayment {
  const { payment, review } = verified
  const [item] = payment.items
  const paid = item?.quoted ?? item?.conversion
  if (!item || !paid) throw refused('calldata_mismatch', { reason: 'wrong_currency' })
  const described: QuoteReview = {
    id: quote?.quoteId ?? null,
    unit: { symbol: paid.symbol, amount: '1' },
    price: { symbol: item.symbol, amount: quote?.price ?? '1' },
    sources: quote?.sources.map(({ source }) => source) ?? [],
    parts: quote === null ? [] : priceParts(verified, quote, paid),
    expiresAt: quote === null ? null : expiryOf(quote, payment, now),
  }
  return { ...verified, quote, review: { ...review, quote: described } }
}

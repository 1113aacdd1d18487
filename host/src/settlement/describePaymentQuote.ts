import type { PaymentQuote } from '@secure-payment/core/api'
import { parseSources } from './priceSources.ts'

/** Describes the price at which a payment counts; an empty object unless it counts at a quoted or market price. */
export function describePaymentQuote(priced: { quoteId: string | null; sources: string | null }): {
  quote?: PaymentQuote
} {
  const { quoteId, sources } = priced
  if (sources === null) return {}
  return {
    quote: {
      quoteId,
      countedAt: quoteId === null ? 'market' : 'quote',
      sources: [...parseSources(sources)],
    },
  }
}

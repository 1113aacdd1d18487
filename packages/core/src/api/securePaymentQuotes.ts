import { endpoint } from './endpoint.ts'
import { quoteBodySchema, quoteExample, quoteSchema } from './quoteSchemas.ts'
import { PAYING_PROBLEMS, SAFE_PROBLEM, tokenParams } from './securePaymentParts.ts'

/** The meaning of 503 for the operations that need a market price. */
export const PRICE_PROBLEM = {
  503: 'No price is certain enough: too few sources responded, or they disagree (`price_unavailable`). Try again shortly.',
} as const

/** The quotes of secure payments. */
export const securePaymentQuotes = {
  quote: endpoint({
    id: 'createSecurePaymentQuote',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/quotes',
    tag: 'Secure payments',
    summary: 'Quote a secure payment’s amount in its payment currency',
    description:
      'Fixes the price of the unpaid amount at the current market price, for 10 minutes by default. Returns the current quote while at least half of its time is left. Payments at a market price need a quote: see `quoted` of the item. `pay` then returns transactions for exactly the quoted amount. A converted payment needs one only to be paid from another chain. On its own chain, `pay` with the id of a quote returns a plain payment of the exact amount, in place of the conversion.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    body: quoteBodySchema,
    bodyExample: { wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    responses: {
      201: { description: 'The current quote.', schema: quoteSchema, example: quoteExample },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      ...PAYING_PROBLEMS,
      ...SAFE_PROBLEM,
      400: 'A member is not valid, or the payment is not made at a market price (`quote_not_needed`).',
      429: 'The client sent too many calls, or the payment has the maximum number of quotes (`too_many_quotes`).',
      ...PRICE_PROBLEM,
    },
  }),
}

import { InvalidInputError } from '@secure-payment/core'
import { describeRequest, type RequestPlan } from '@secure-payment/core/ways'
import { QuoteNotNeededError } from '../quotes/errors.ts'
import { isPartAtRate, type Payable } from './payable.ts'

/**
 * Returns the payments of a call that names a quote: the payer pays exactly its amount, even if contracts could convert the payment.
 * If the call names no quote, the payments are unchanged.
 *
 * @throws QuoteNotNeededError for a batch, and for a payment that depends on no market price; InvalidInputError for a part that would not
 * count at the quote
 */
export function atNamedQuote(
  payables: readonly Payable[],
  quoteId: string | undefined,
): readonly Payable[] {
  const [payable, ...others] = payables
  if (quoteId === undefined || payable === undefined) return payables
  const { request } = payable
  const { pricing } = describeRequest(request.plan)
  if (others.length > 0 || (pricing !== 'market' && pricing !== 'chain')) {
    throw new QuoteNotNeededError()
  }
  if (isPartAtRate(payable)) throw partialQuote()
  return [{ ...payable, request: { ...request, plan: AT_MARKET }, quoteId }]
}

/** Returns the error for a part of a request that contracts convert: only exactly the quoted amount counts at the quote. */
export function partialQuote(): InvalidInputError {
  const message = 'must be the whole remainder for a payment at a quote: omit it, or the quote'
  return new InvalidInputError([{ field: 'amount', code: 'partial_quote', message }])
}

const AT_MARKET: RequestPlan = { way: 'quoted', pricing: 'market' }

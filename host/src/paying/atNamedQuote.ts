import { describeRequest, type RequestPlan } from '@secure-payment/core/ways'
import { QuoteNotNeededError } from '../quotes/errors.ts'
import type { Payable } from './payable.ts'

/**
 * Returns the payments of a call that names a quote: the payer pays exactly its amount, even if contracts could convert the payment.
 * If the call names no quote, the payments are unchanged.
 *
 * @throws QuoteNotNeededError for a batch, and for a payment that depends on no market price
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
  return [{ ...payable, request: { ...request, plan: AT_MARKET }, quoteId }]
}

const AT_MARKET: RequestPlan = { way: 'quoted', pricing: 'market' }

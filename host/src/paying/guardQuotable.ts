import { describeRequest } from '@secure-payment/core/ways'
import { QuoteNotNeededError } from '../quotes/errors.ts'
import type { PayableRequest } from './payable.ts'

/**
 * Rejects a request whose amount in its payment currency depends on no market price. A request that contracts convert may also be paid at a
 * quote.
 *
 * @throws QuoteNotNeededError
 */
export function guardQuotable(request: PayableRequest): void {
  const { pricing } = describeRequest(request.plan)
  if (pricing !== 'market' && pricing !== 'chain') throw new QuoteNotNeededError()
}

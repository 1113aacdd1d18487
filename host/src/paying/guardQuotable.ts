import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import { findDestination } from '../crosschain/sources.ts'
import { QuoteNotNeededError } from '../quotes/errors.ts'
import type { PayableRequest } from './payable.ts'

/**
 * Rejects a request whose amount in its payment currency needs no quote. A request that contracts convert needs one only for payments from
 * other chains.
 *
 * @throws QuoteNotNeededError
 */
export function guardQuotable(
  context: Pick<Context, 'bridge' | 'config'>,
  request: PayableRequest,
): void {
  const { pricing } = describeRequest(request.plan)
  if (pricing === 'market') return
  if (pricing !== 'chain' || findDestination(context, request) === null) {
    throw new QuoteNotNeededError()
  }
}

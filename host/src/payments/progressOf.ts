import { describeRequest } from '@secure-payment/core/ways'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { RequestState } from './requestStatus.ts'

type Progress = Pick<WholeRequest, 'status' | 'has_been_paid'>

/**
 * Whether the money of a request was complete on chain and has since been with an offramp. Its progress is then the one
 * that the offramp reports, regardless of further payments and of payments that leave the chain.
 */
export function isAtOfframp({ plan, status }: Pick<WholeRequest, 'plan' | 'status'>): boolean {
  return describeRequest(plan).isCryptoToFiat && status !== 'created' && status !== 'partially_paid'
}

/**
 * The progress of a request by its payments on chain. A request that ends in a bank account is not paid by them: it is
 * processing.
 */
export function progressOf(
  request: Progress & Pick<WholeRequest, 'plan'>,
  state: Pick<RequestState, 'status' | 'hasBeenPaid'>,
): Progress {
  if (isAtOfframp(request)) {
    return { status: request.status, has_been_paid: request.has_been_paid }
  }
  if (describeRequest(request.plan).isCryptoToFiat && state.hasBeenPaid) {
    return { status: 'processing', has_been_paid: 0 }
  }
  return { status: state.status, has_been_paid: state.hasBeenPaid ? 1 : 0 }
}

import { describeRequest } from '@secure-payment/core/ways'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { RequestState } from './requestStatus.ts'

type Progress = Pick<WholeRequest, 'status' | 'has_been_paid'>

/**
 * Returns whether a request's money was complete on chain and was passed to an offramp. The offramp then determines the
 * request's progress, regardless of further or lost payments.
 */
export function isAtOfframp({ plan, status }: Pick<WholeRequest, 'plan' | 'status'>): boolean {
  return describeRequest(plan).isCryptoToFiat && status !== 'created' && status !== 'partially_paid'
}

/**
 * Returns the progress of a request according to its payments on chain. For a bank payout, these payments make the request `processing`,
 * not `paid`.
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

import type { Row } from '../db/schema.ts'
import type { RequestState } from './requestStatus.ts'

type Progress = Pick<Row<'requests'>, 'status' | 'has_been_paid'>

/**
 * Whether the money of a request was complete on chain and has since been with an offramp. Its progress is then the one
 * that the offramp reports, regardless of further payments and of payments that leave the chain.
 */
export function isAtOfframp(
  request: Pick<Row<'requests'>, 'offramp_provider' | 'status'>,
): boolean {
  const { offramp_provider, status } = request
  return offramp_provider !== null && status !== 'created' && status !== 'partially_paid'
}

/**
 * The progress of a request by its payments on chain. A request that ends in a bank account is not paid by them: it is
 * processing.
 */
export function progressOf(
  request: Progress & Pick<Row<'requests'>, 'offramp_provider'>,
  state: Pick<RequestState, 'status' | 'hasBeenPaid'>,
): Progress {
  if (isAtOfframp(request)) {
    return { status: request.status, has_been_paid: request.has_been_paid }
  }
  if (request.offramp_provider !== null && state.hasBeenPaid) {
    return { status: 'processing', has_been_paid: 0 }
  }
  return { status: state.status, has_been_paid: state.hasBeenPaid ? 1 : 0 }
}

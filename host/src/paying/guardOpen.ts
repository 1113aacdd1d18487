import { heldReasonOf, type StoredPayable } from './loadPayable.ts'
import {
  AlreadyPaidError,
  PaidByScheduleError,
  RefundHeldError,
  RequestCancelledError,
  RequestExpiredError,
  RequestProcessingError,
  RequestReusableError,
  RequestUnapprovedError,
} from './payErrors.ts'

/**
 * Rejects a request that cannot be paid now. `field` names the request if a call names several.
 *
 * @throws PaidByScheduleError, AlreadyPaidError, RequestProcessingError, RequestExpiredError, RequestCancelledError,
 * RequestUnapprovedError, RequestReusableError, RefundHeldError
 */
export function guardOpen(
  {
    payability,
    support_url: supportUrl,
    approval_status: status,
    refund_state,
  }: Pick<StoredPayable, 'payability' | 'support_url' | 'approval_status' | 'refund_state'>,
  facts: { field?: string } = {},
): void {
  switch (payability) {
    case 'open':
      return
    case 'scheduled':
      throw new PaidByScheduleError(facts)
    case 'paid':
      throw new AlreadyPaidError(facts)
    case 'processing':
      throw new RequestProcessingError(facts)
    case 'expired':
      throw new RequestExpiredError(facts)
    case 'reusable':
      throw new RequestReusableError(facts)
    case 'held':
      throw new RefundHeldError({ ...facts, reason: heldReasonOf({ refund_state }) })
    case 'unapproved':
      throw new RequestUnapprovedError({ ...facts, status })
    case 'invalidated':
      throw new RequestCancelledError({ ...facts, supportUrl })
    default:
      payability satisfies never
  }
}

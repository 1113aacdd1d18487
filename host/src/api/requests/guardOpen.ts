import type { Payability } from './loadPayable.ts'
import {
  AlreadyPaidError,
  PaidByScheduleError,
  RequestNotPayableError,
  RequestProcessingError,
} from './payErrors.ts'

/**
 * Refuses a request that cannot be paid now. `field` names it where a call is about several.
 *
 * @throws PaidByScheduleError, AlreadyPaidError, RequestProcessingError, RequestNotPayableError
 */
export function guardOpen(payability: Payability, facts: { field?: string } = {}): void {
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
    case 'invalidated':
      throw new RequestNotPayableError(payability, facts)
    default:
      payability satisfies never
  }
}

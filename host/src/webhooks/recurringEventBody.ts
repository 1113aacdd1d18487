import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { clientFields } from './clientFields.ts'
import { requestFields } from './requestFields.ts'

/** A period of a recurring invoice has its request; `request` is that one, its `event_sequence` included. */
export type RecurringEvent = {
  type: 'request.recurring'
  request: WholeRequest
  /** The request that was created with the recurrence. */
  original: Pick<Row<'requests'>, 'id' | 'payment_reference'>
}

/** Builds the body of `request.recurring`. */
export function recurringEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, request, original }: RecurringEvent,
) {
  return {
    ...requestFields({ type, request }, eventId),
    originalRequestId: original.id,
    originalRequestPaymentReference: original.payment_reference,
    timestamp: context.now().toISOString(),
    paymentProcessor: 'onchain',
    ...clientFields(request),
  }
}

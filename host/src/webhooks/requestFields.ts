import type { WholeRequest } from '../requests/requestPlan.ts'

/** The first members of the body of every event about a request; `request` holds the event's own sequence. */
export function requestFields<Type extends string>(
  { type, request }: { type: Type; request: WholeRequest },
  eventId: string,
) {
  return {
    event: type,
    eventId,
    sequence: request.event_sequence,
    requestId: request.id,
    requestID: request.id,
    paymentReference: request.payment_reference,
  }
}

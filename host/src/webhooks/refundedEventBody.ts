import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/** A bridge gave a payer the money back; `request` holds its `event_sequence` after that. */
export type RefundedEvent = {
  type: 'payment.refunded'
  request: Row<'requests'>
  /** Checksummed. */
  refundedTo: string
  /** Decimal text in units of `currency`, which is a symbol. */
  refundAmount: string
  currency: string
}

/** Builds the body of `payment.refunded`. */
export function refundedEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, request, refundedTo, refundAmount, currency }: RefundedEvent,
) {
  return {
    event: type,
    eventId,
    sequence: request.event_sequence,
    requestId: request.id,
    requestID: request.id,
    paymentReference: request.payment_reference,
    refundedTo,
    refundAmount,
    currency,
    timestamp: context.now().toISOString(),
    paymentProcessor: 'onchain',
    ...(request.client_id === null
      ? {}
      : {
          clientId: request.client_id,
          ...(request.origin === null ? {} : { origin: request.origin }),
        }),
  }
}

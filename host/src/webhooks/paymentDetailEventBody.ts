import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/** A bank account was checked. The event is one of the payer's, whose `event_sequence` counts it. */
export type PaymentDetailEvent = {
  type: 'payment_detail.updated'
  payer: Row<'payers'>
  /** The account after the check. */
  detail: Row<'payment_details'>
  /** The merchant's own id of the payer, opened. */
  clientUserId: string
}

/** Builds the body of `payment_detail.updated`. */
export function paymentDetailEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, detail, clientUserId }: PaymentDetailEvent,
) {
  const { id, status, rejection_message: reason, provider } = detail
  return {
    event: type,
    eventId,
    requestId: null,
    paymentDetailsId: id,
    clientUserId,
    status,
    timestamp: context.now().toISOString(),
    ...(reason !== null && { rejectionMessage: reason }),
    rawPayload: { provider, status },
  }
}

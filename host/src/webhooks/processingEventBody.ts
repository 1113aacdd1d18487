import type { OfframpStatus } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { clientFields } from './clientFields.ts'
import { requestFields } from './requestFields.ts'

/** An offramp took a step; `request` holds the state after that, its `event_sequence` included. */
export type ProcessingEvent = {
  type: 'payment.processing'
  request: WholeRequest
  offramp: Pick<Row<'offramps'>, 'id' | 'provider'>
  subStatus: ProcessingStatus
}

/** Statuses of an offramp that is under way. */
export type ProcessingStatus = Exclude<
  OfframpStatus,
  'created' | 'delivered' | 'failed' | 'returned'
>

/** Builds the body of `payment.processing`. */
export function processingEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, request, offramp, subStatus }: ProcessingEvent,
) {
  return {
    ...requestFields({ type, request }, eventId),
    offrampId: offramp.id,
    timestamp: context.now().toISOString(),
    subStatus,
    paymentProcessor: offramp.provider,
    rawPayload: { status: subStatus, provider: offramp.provider },
    ...clientFields(request),
  }
}

import { formatAmount } from '@secure-payment/core'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { settlementDecimals } from '../payments/settlementDecimals.ts'

/** What was told of a payment is no longer so; `request` holds the state without it, its `event_sequence` included. */
export type RevokedEvent = { type: 'payment.failed'; request: Row<'requests'> }

/** `failureReason` of a payment whose block fell out of the chain. */
export const REORGANISED = 'reorganised'

/** Builds the body of the `payment.failed` that corrects a `payment.confirmed` or `payment.partial`. */
export function revokedEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, request }: RevokedEvent,
) {
  const decimals = settlementDecimals(request)
  return {
    event: type,
    eventId,
    sequence: request.event_sequence,
    requestId: request.id,
    requestID: request.id,
    paymentReference: request.payment_reference,
    totalAmountPaid: formatAmount(BigInt(request.paid_units), decimals),
    expectedAmount: formatAmount(BigInt(request.expected_units), decimals),
    timestamp: context.now().toISOString(),
    subStatus: 'failed',
    failureReason: REORGANISED,
    isCryptoToFiat: false,
    paymentProcessor: 'onchain',
    recurringPayment: null,
    ...(request.client_id === null
      ? {}
      : {
          clientId: request.client_id,
          ...(request.origin === null ? {} : { origin: request.origin }),
        }),
  }
}

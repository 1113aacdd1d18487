import { z } from 'zod'
import { timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { defineEvent } from './event.ts'
import { base } from './paymentEvents.ts'

const REQUEST_ID = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'

/** The merchant cancelled a request. */
export const requestCancelled = defineEvent(
  'request.cancelled',
  z
    .object({
      event: z.literal('request.cancelled'),
      ...base,
      cancelledAt: timestampSchema,
      securePaymentToken: ulidSchema
        .optional()
        .describe('The secure payment that was cancelled with it.'),
    })
    .meta({
      id: 'RequestCancelledEvent',
      description:
        'The merchant cancelled a request. If a payment still arrives, the service sends the usual events, with `paidLate` and `isCancelled`.',
    }),
  {
    event: 'request.cancelled',
    eventId: '01KB59A1B2C3D4E5F6G7H8J9KA',
    sequence: 1,
    requestId: REQUEST_ID,
    requestID: REQUEST_ID,
    paymentReference: '0x7d1e0a92c4b85f36',
    cancelledAt: '2026-11-02T09:00:00.000Z',
    timestamp: '2026-11-02T09:00:00.000Z',
    paymentProcessor: 'onchain',
  },
)

import { z } from 'zod'
import { requestIdSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { defineEvent } from './event.ts'

/** Both events are about a secure payment, which may have several requests. */
const base = {
  eventId: ulidSchema.describe('The value is the same in every delivery of this event.'),
  securePaymentToken: ulidSchema,
  requestIds: z.array(requestIdSchema).describe('All request ids in the secure payment.'),
  timestamp: timestampSchema.describe('Time by the service’s clock.'),
  clientId: z.string().optional().describe('The public client ID that created the secure payment.'),
  origin: z.string().optional(),
  isTest: z.literal(true).optional().describe('On test deliveries only.'),
}

const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'
const REQUEST_ID = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'

/** A payer's progress, as the payer's page reports it; off unless both the page and the tenant enable it. */
export const securePaymentUserEvent = defineEvent(
  'secure_payment.user_event',
  z
    .object({
      event: z.literal('secure_payment.user_event'),
      ...base,
      requestId: requestIdSchema
        .optional()
        .describe('Present only if there is exactly one request.'),
      userEvent: z.enum([
        'wallet_connected',
        'payment_sent_to_wallet',
        'payment_approved_in_wallet',
      ]),
      occurredAt: timestampSchema.describe('Time by the clock on the payer’s device.'),
      properties: z
        .record(z.string(), z.unknown())
        .describe('The page’s own data: anyone with the link can send it.'),
      orchestratorId: z.string().optional(),
    })
    .meta({
      id: 'SecurePaymentUserEvent',
      description:
        'A payer’s progress as the payer’s page reports it. The event proves nothing: fulfil orders by payment.confirmed.',
    }),
  {
    event: 'secure_payment.user_event',
    eventId: '01KB43A1B2C3D4E5F6G7H8J9KA',
    userEvent: 'wallet_connected',
    securePaymentToken: TOKEN,
    requestId: REQUEST_ID,
    requestIds: [REQUEST_ID],
    occurredAt: '2026-11-02T08:14:30.000Z',
    timestamp: '2026-11-02T08:14:30.412Z',
    properties: { wallet: 'io.metamask' },
  },
)

/** A wallet outside the access policy tried to pay; sent at most once per wallet in ten minutes. */
export const securePaymentAccessRejected = defineEvent(
  'secure_payment.access_rejected',
  z
    .object({
      event: z.literal('secure_payment.access_rejected'),
      ...base,
      requestId: requestIdSchema.nullable().describe('Null when there are several requests.'),
      attemptedPayerWalletAddress: z.string(),
    })
    .meta({
      id: 'SecurePaymentAccessRejectedEvent',
      description:
        'A wallet outside the access policy tried to pay; sent at most once per wallet in ten minutes.',
    }),
  {
    event: 'secure_payment.access_rejected',
    eventId: '01KB44A1B2C3D4E5F6G7H8J9KA',
    requestId: REQUEST_ID,
    requestIds: [REQUEST_ID],
    securePaymentToken: TOKEN,
    attemptedPayerWalletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    timestamp: '2026-11-02T08:14:31.000Z',
  },
)

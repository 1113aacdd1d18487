import { z } from 'zod'
import { requestIdSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { defineEvent } from './event.ts'

/** The events are about a secure payment, which may have several requests. */
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

/** The members of a decision about a payer's wallet. */
export const screeningFields = {
  status: z
    .enum(['approved', 'rejected'])
    .describe('`rejected`: the service gives this wallet no transaction.'),
  reasonCode: z.string().nullable().describe('The provider’s code; null if it states none.'),
  provider: z.string().describe('The name of the screening provider; `list` is the deny list.'),
  providerReference: z.string().nullable().describe('The provider’s id of the decision.'),
  evaluatedAt: timestampSchema,
  expiresAt: timestampSchema.describe('The end of the decision’s validity.'),
} as const

/** A wallet that tried to pay was screened; sent per wallet and payment for each new decision. */
export const kytScreeningCompleted = defineEvent(
  'kyt.screening.completed',
  z
    .object({
      event: z.literal('kyt.screening.completed'),
      ...base,
      requestId: requestIdSchema.nullable().describe('Null when there are several requests.'),
      walletAddress: z.string(),
      ...screeningFields,
    })
    .meta({
      id: 'KytScreeningCompletedEvent',
      description:
        'A wallet that tried to pay was screened; sent per wallet and payment for each new decision. The event does not affect payments that are on chain.',
    }),
  {
    event: 'kyt.screening.completed',
    eventId: '01KB45A1B2C3D4E5F6G7H8J9KA',
    requestId: REQUEST_ID,
    requestIds: [REQUEST_ID],
    securePaymentToken: TOKEN,
    walletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    status: 'rejected',
    reasonCode: 'deny_list',
    provider: 'list',
    providerReference: null,
    evaluatedAt: '2026-11-02T08:14:31.000Z',
    expiresAt: '2026-11-02T09:14:31.000Z',
    timestamp: '2026-11-02T08:14:31.000Z',
  },
)

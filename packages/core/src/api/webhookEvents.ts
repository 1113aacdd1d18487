import { z } from 'zod'
import { limitSchema, momentSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { cursorSchema } from './paging.ts'

const EXAMPLE = {
  id: '01KB53A1B2C3D4E5F6G7H8J9KA',
  event: 'payment.confirmed',
  requestId: '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a',
  isTest: false,
  createdAt: '2026-11-02T08:15:20.000Z',
  body: '{"event":"payment.confirmed"}',
}

/** The log of a merchant's events, even those that no endpoint receives. */
export const webhookEvents = {
  events: endpoint({
    id: 'listWebhookEvents',
    host: 'auth',
    method: 'GET',
    path: '/v1/webhook/events',
    tag: 'Webhooks',
    summary: 'List events',
    description:
      'Returns the events of the tenant, oldest first, with the bodies that endpoints receive, even if there is no endpoint. A receiver without a public URL, such as a developer’s machine, polls the list. It reads again from one minute before `readAt`, because an event may become visible later than its `createdAt`, and skips each `id` that it has. Events whose payment has left the chain are not listed. The response contains no signatures.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    query: z.object({
      fromDate: momentSchema
        .optional()
        .describe('Returns events created at this time or later; the oldest by default.'),
      limit: limitSchema(100).optional().describe('Page size, from 1 to 100; 50 by default.'),
      cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
    }),
    responses: {
      200: {
        description: 'Events, oldest first.',
        schema: z
          .object({
            events: z.array(
              z
                .object({
                  id: ulidSchema.describe('The value of `eventId` and of the header webhook-id.'),
                  event: z.string(),
                  requestId: z
                    .string()
                    .nullable()
                    .describe('Null for an event about a payer or a payment link.'),
                  isTest: z.boolean(),
                  createdAt: timestampSchema,
                  body: z.string().describe('The exact text that the service signs and sends.'),
                })
                .meta({ id: 'ListedWebhookEvent' }),
            ),
            nextCursor: cursorSchema.nullable().describe('Null on the last page.'),
            readAt: timestampSchema.describe('The service’s time before it read the events.'),
          })
          .meta({ id: 'WebhookEventPage' }),
        example: { events: [EXAMPLE], nextCursor: null, readAt: '2026-11-02T08:15:21.000Z' },
      },
    },
    errors: [400, 401, 429],
  }),
}

import { z } from 'zod'
import { requestIdSchema, requestStatusSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { requestIdExample } from './requestExamples.ts'

/** The data of a merchant's `changed` event. */
const merchantChangeSchema = z
  .object({
    kinds: z
      .array(z.enum(['requests', 'webhooks', 'unmatched', 'approvals']))
      .describe(
        'The kinds of changed records. `requests` includes links and payments; `webhooks` are deliveries; `unmatched` are payments without a request; `approvals` includes the approval limit.',
      ),
    requests: z
      .array(z.object({ requestId: requestIdSchema, status: requestStatusSchema }))
      .describe(
        'The created and changed requests with their current status, at most 10, latest first.',
      ),
    hasMore: z.boolean().describe('Whether further requests may have changed.'),
  })
  .meta({ id: 'MerchantChange' })

const CHANGE: z.input<typeof merchantChangeSchema> = {
  kinds: ['requests'],
  requests: [{ requestId: requestIdExample, status: 'paid' }],
  hasMore: false,
}
const ID = 'q1bM0nJ2nXqzN4s8u3yWdkYb6dA'

/** A stream of the changes to a merchant's payments and related records. */
export const paymentEvents = endpoint({
  id: 'watchPayments',
  host: 'api',
  method: 'GET',
  path: '/v2/payments/events',
  tag: 'Payments',
  summary: 'Stream a merchant’s changes',
  description:
    'A stream of server-sent events. The service sends `changed` when the stream opens, and within a second of a change on any host. It reports changes to the merchant’s requests, links, payments, webhook deliveries, unmatched payments and approvals. The event contains only the kinds of changed records: read again the records that you display. The stream does not report changes that only time causes, such as a link’s expiry. With `Last-Event-ID`, the service sends the first event only if a record has changed since that event. A comment line every 15 seconds keeps the connection alive. The stream ends after ten minutes, when the credential or the member is removed, and when the host stops.',
  auth: ['apiKey', 'session'],
  scope: 'read',
  responses: {
    200: {
      description: 'The stream.',
      schema: merchantChangeSchema,
      example: CHANGE,
      events: {
        description:
          '`changed` events, each with the name of the present state as its id and a `MerchantChange` as its data.',
        example: `event: changed\nid: ${ID}\ndata: ${JSON.stringify(CHANGE)}\n\n`,
      },
    },
  },
  errors: [401, 429],
  problems: {
    429: 'The rate limit is reached, or this session, API key or merchant has the maximum number of open streams (`too_many_streams`). Poll until `Retry-After` has passed, then open the stream again.',
    503: 'This host has the maximum number of open streams (`streams_full`), or is stopping. Poll until `Retry-After` has passed, then open the stream again.',
  },
})

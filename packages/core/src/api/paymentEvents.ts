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
        'The changed subjects: requests with their links and payments, webhook deliveries, payments without a request, or approvals and their limit.',
      ),
    requests: z
      .array(z.object({ requestId: requestIdSchema, status: requestStatusSchema }))
      .describe(
        'The created and changed requests with their current status, at most 10, latest first.',
      ),
    hasMore: z.boolean().describe('Further requests may have changed.'),
  })
  .meta({ id: 'MerchantChange' })

const CHANGE: z.input<typeof merchantChangeSchema> = {
  kinds: ['requests'],
  requests: [{ requestId: requestIdExample, status: 'paid' }],
  hasMore: false,
}
const ID = 'q1bM0nJ2nXqzN4s8u3yWdkYb6dA'

/** The changes to all of a merchant's payments, as they happen. */
export const paymentEvents = endpoint({
  id: 'watchPayments',
  host: 'api',
  method: 'GET',
  path: '/v2/payments/events',
  tag: 'Payments',
  summary: 'Stream a merchant’s changes',
  description:
    'A stream of server-sent events. The service sends `changed` at the start, and within a second of a change on any host. It reports changes to the merchant’s requests, links, payments, webhook deliveries, unmatched payments and approvals. The event names what changed: read the records that you show. The stream does not report changes that only the passage of time causes, such as the expiry of a link. With `Last-Event-ID`, the service sends the first event only if something has changed since. A comment line every 15 seconds keeps the connection alive. The stream ends after ten minutes, when the credential or the member is removed, and when the host stops.',
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
    429: 'The rate limit is reached, or this session, API key or merchant has the maximum number of open streams (`too_many_streams`). Poll, and try again after `Retry-After`.',
    503: 'This host has the maximum number of open streams (`streams_full`), or is stopping: poll, and try again after `Retry-After`.',
  },
})

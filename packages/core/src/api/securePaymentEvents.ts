import { z } from 'zod'
import { securePaymentStatusSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { tokenParams } from './securePaymentParts.ts'

/** The data of a `changed` event. */
const securePaymentChangeSchema = z
  .object({
    status: securePaymentStatusSchema,
    etag: z
      .string()
      .describe('The current ETag of `GET /v2/secure-payments/{token}` without `wallet`.'),
  })
  .meta({ id: 'SecurePaymentChange' })

/** The data of a `changed` event. */
export type SecurePaymentChange = z.input<typeof securePaymentChangeSchema>

const CHANGE: SecurePaymentChange = { status: 'pending', etag: 'W/"q1bM0nJ2nXqzN4s8u3yWdkYb6dA"' }

/** The events of one secure payment, as they happen. */
export const securePaymentEvents = {
  events: endpoint({
    id: 'watchSecurePayment',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}/events',
    tag: 'Secure payments',
    summary: 'Stream the changes to a secure payment',
    description:
      'A stream of server-sent events. The service sends `changed` at the start and after every change to the response of `GET /v2/secure-payments/{token}`, on any host. Changes to rates, to the merchant’s name and branding, and to the depth of counted payments are not sent. The event’s id is the new ETag: read the payment with `If-None-Match`. With `Last-Event-ID`, the service sends the first event only if the ETag has changed. A comment every 15 seconds keeps the connection open. The stream ends after 10 minutes, or when the host stops: open it again after a moment. Browsers read it with `fetch`, because `EventSource` sends no `x-client-id`. Open it in any status: an expired or completed payment may also change.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    params: tokenParams,
    responses: {
      200: {
        description: 'The stream.',
        schema: securePaymentChangeSchema,
        example: CHANGE,
        events: {
          description:
            '`changed` events, each with an ETag as its id and a `SecurePaymentChange` as its data.',
          example: `event: changed\nid: ${CHANGE.etag}\ndata: ${JSON.stringify(CHANGE)}\n\n`,
        },
      },
    },
    errors: [401, 403, 404, 429],
    problems: {
      429: 'The rate limit is reached, or this payment or this merchant has the maximum number of open streams (`too_many_streams`): poll, and try again after `Retry-After`.',
      503: 'This host has the maximum number of open streams (`streams_full`), or is stopping: poll, and try again after `Retry-After`.',
    },
  }),
}

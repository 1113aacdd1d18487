import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { securePaymentStatusSchema } from './schemas.ts'
import { tokenParams } from './securePaymentParts.ts'

/** The data of an event `changed`. */
export const securePaymentChangeSchema = z
  .object({
    status: securePaymentStatusSchema,
    etag: z
      .string()
      .describe('The ETag that `GET /v2/secure-payments/{token}` without `wallet` has now.'),
  })
  .meta({ id: 'SecurePaymentChange' })

/** The data of an event `changed`. */
export type SecurePaymentChange = z.input<typeof securePaymentChangeSchema>

const CHANGE: SecurePaymentChange = { status: 'pending', etag: 'W/"q1bM0nJ2nXqzN4s8u3yWdkYb6dA"' }

/** Events of one secure payment, as they happen. */
export const securePaymentEvents = {
  events: endpoint({
    id: 'watchSecurePayment',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}/events',
    tag: 'Secure payments',
    summary: 'Be told of every change of a secure payment',
    description:
      'A stream of server-sent events. `changed` comes at once and at every change of what `GET /v2/secure-payments/{token}` shows, on whichever host it was made; rates, the merchant’s name and branding, and the depth of what counts already aside; its id is the new ETag. Read the payment then, with `If-None-Match`. A call with `Last-Event-ID` is told only of what is not that ETag any more. A comment every 15 seconds keeps the connection. The stream ends after 10 minutes, and when the host stops: open it again, after a moment. Browsers read it with `fetch`, as `EventSource` sends no `x-client-id`. Open it in any status: also an expired or completed payment may change.',
    auth: ['apiKey', 'clientId'],
    params: tokenParams,
    responses: {
      200: {
        description: 'The stream.',
        schema: securePaymentChangeSchema,
        example: CHANGE,
        events: {
          description: 'Events `changed` with an ETag as id and a `SecurePaymentChange` as data.',
          example: `event: changed\nid: ${CHANGE.etag}\ndata: ${JSON.stringify(CHANGE)}\n\n`,
        },
      },
    },
    errors: [401, 403, 404, 429],
    problems: {
      429: 'The rate is used up, or as many streams of this payment or this merchant are open as may be (`too_many_streams`): poll, and try again after `Retry-After`.',
      503: 'This host has as many streams open as it takes (`streams_full`), or stops: poll, and try again after `Retry-After`.',
    },
  }),
}

import { z } from 'zod'
import {
  limitSchema,
  momentSchema,
  opaqueIdSchema,
  pathIdSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import {
  deliveryDetailSchema,
  deliverySchema,
  deliveryStatusSchema,
  webhookParams,
} from './webhookSchemas.ts'

/** The maximum number of deliveries that one call sends again. */
export const MAX_REDELIVERIES = 1_000

const deliveryParams = webhookParams.extend({
  deliveryId: pathIdSchema.describe('Id of the delivery.'),
})

const redeliverManySchema = z
  .object({
    status: deliveryStatusSchema
      .exclude(['pending'])
      .optional()
      .describe('Status of the deliveries; `dead` by default.'),
    from: momentSchema.optional().describe('Only deliveries created at this time or later.'),
    to: momentSchema.optional().describe('Only deliveries created before this time.'),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined || from < to) return
    const message = 'must be later than from'
    context.addIssue({ code: 'custom', path: ['to'], message, params: { code: 'out_of_range' } })
  })
  .meta({ id: 'WebhookRedelivery' })

const EXAMPLE = {
  id: '01KB54A1B2C3D4E5F6G7H8J9KA',
  eventId: '01KB53A1B2C3D4E5F6G7H8J9KA',
  event: 'payment.confirmed',
  requestId: '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a',
  isTest: false,
  status: 'delivered',
  replays: 0,
  createdAt: '2026-11-02T08:15:20.000Z',
  dueAt: null,
  completedAt: '2026-11-02T08:15:20.140Z',
  attempts: [
    {
      attempt: 0,
      startedAt: '2026-11-02T08:15:20.031Z',
      durationMs: 109,
      responseStatus: 200,
      responseBody: 'ok',
      error: null,
    },
  ],
}

/** The log of an endpoint's deliveries, and redelivery. */
export const webhookDeliveries = {
  deliveries: endpoint({
    id: 'listWebhookDeliveries',
    host: 'auth',
    method: 'GET',
    path: '/v1/webhook/{webhookId}/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries to a webhook endpoint',
    description:
      'Returns the log of an endpoint: each delivery with its event, its status and its last response.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    params: webhookParams,
    query: z.object({
      limit: limitSchema(100).optional().describe('Page size, from 1 to 100; 50 by default.'),
      before: ulidSchema
        .optional()
        .describe(
          'Returns only deliveries older than this one: `nextBefore` from the previous page.',
        ),
      status: deliveryStatusSchema.optional(),
      requestId: opaqueIdSchema.optional().describe('Returns only deliveries about this request.'),
    }),
    responses: {
      200: {
        description: 'Deliveries, newest first.',
        schema: z
          .object({
            deliveries: z.array(deliverySchema),
            nextBefore: ulidSchema
              .nullable()
              .describe('Pass it as `before` for the next page; null on the last page.'),
          })
          .meta({ id: 'WebhookDeliveryPage' }),
        example: { deliveries: [EXAMPLE], nextBefore: null },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  delivery: endpoint({
    id: 'getWebhookDelivery',
    host: 'auth',
    method: 'GET',
    path: '/v1/webhook/{webhookId}/deliveries/{deliveryId}',
    tag: 'Webhooks',
    summary: 'Read a delivery with its request',
    description: 'Returns one delivery with the body that was sent, and each attempt.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    params: deliveryParams,
    responses: {
      200: {
        description: 'The delivery.',
        schema: deliveryDetailSchema,
        example: {
          ...EXAMPLE,
          request: {
            url: 'https://shop.example.test/webhooks',
            headers: {
              'content-type': 'application/json',
              'x-service-delivery': EXAMPLE.id,
              'x-service-retry-count': '0',
            },
            body: '{"event":"payment.confirmed"}',
          },
        },
      },
    },
    errors: [401, 404, 429],
  }),

  redeliver: endpoint({
    id: 'redeliverWebhookDelivery',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook/{webhookId}/deliveries/{deliveryId}/redeliver',
    tag: 'Webhooks',
    summary: 'Send a delivery again, or now',
    description:
      'Sends a completed delivery again with the same ids and the same body, on a new schedule. Sends a pending delivery now instead of at `dueAt`, and its schedule continues. Receivers recognise repeats by x-service-delivery.',
    auth: ['apiKey', 'session'],
    params: deliveryParams,
    responses: {
      200: {
        description: 'The delivery is due now.',
        schema: deliverySchema,
        example: {
          ...EXAMPLE,
          status: 'pending',
          replays: 1,
          dueAt: '2026-11-02T09:00:00.000Z',
          completedAt: null,
        },
      },
    },
    errors: [401, 404, 409, 429],
    problems: {
      409: 'The delivery is in progress or already due (`delivery_pending`). Or its event can no longer be sent (`event_not_sendable`): its payment has left the chain, or its body could not be written.',
    },
  }),

  redeliverMany: endpoint({
    id: 'redeliverWebhookDeliveries',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook/{webhookId}/redeliver',
    tag: 'Webhooks',
    summary: 'Send many deliveries again',
    description: `Sends deliveries of one status in a time range again, oldest first, at most ${MAX_REDELIVERIES} per call; call again while \`remaining\` is above 0.`,
    auth: ['apiKey', 'session'],
    params: webhookParams,
    body: redeliverManySchema,
    bodyExample: {
      status: 'dead',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
    },
    responses: {
      200: {
        description: 'The deliveries are due now.',
        schema: z
          .object({
            count: z
              .int()
              .nonnegative()
              .describe('Number of deliveries that this call queued again.'),
            remaining: z
              .int()
              .nonnegative()
              .describe('Number of matching deliveries that this call did not queue.'),
          })
          .meta({ id: 'WebhookRedelivered' }),
        example: { count: 12, remaining: 0 },
      },
    },
    errors: [400, 401, 404, 429],
  }),
}

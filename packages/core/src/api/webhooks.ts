import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limitSchema, pathIdSchema, successSchema, timestampSchema, ulidSchema } from './schemas.ts'
import { textMatching, textWhere } from './text.ts'

const webhookParams = z.object({ webhookId: pathIdSchema.describe('Id of the webhook endpoint.') })

const WEBHOOK_URL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse.
  /^https?:\/\/[^\s\u0000-\u001f\u007f/?#@\\]+(?:[/?][^\s\u0000-\u001f\u007f#\\]*)?$/

/** Form only; the host refuses addresses that are not public, here and again at each delivery. */
const webhookUrlSchema = textWhere((text) => {
  if (text.length > 2_048) return { code: 'too_long', message: 'must have at most 2048 characters' }
  if (WEBHOOK_URL.test(text) && text.isWellFormed()) return undefined
  return {
    code: 'invalid_url',
    message: 'must be an http or https URL without user info and fragment',
  }
}).meta({
  description:
    'https; http only for localhost and 127.0.0.1. No user info, no fragment, at most 2048 characters.',
  pattern: WEBHOOK_URL.source,
  maxLength: 2_048,
})

/** Opaque; visible ASCII, so that every database takes it. */
const clientIdSchema = textMatching(/^[\x21-\x7e]{1,200}$/, {
  code: 'invalid_client_id',
  message: 'must be the value of a client ID, which begins with cli_',
})

const attemptSchema = z
  .object({
    attempt: z.int().nonnegative().describe('From 0; the value of x-service-retry-count.'),
    startedAt: timestampSchema,
    durationMs: z.int().nonnegative(),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable().describe('The first 2 kB.'),
    error: z.string().nullable().describe('Why there was no usable answer.'),
  })
  .meta({ id: 'WebhookAttempt' })

const deliverySchema = z
  .object({
    id: ulidSchema.describe('The value of x-service-delivery.'),
    eventId: ulidSchema,
    event: z.string(),
    requestId: z.string().nullable(),
    status: z.enum(['pending', 'delivered', 'dead', 'cancelled']),
    createdAt: timestampSchema,
    dueAt: timestampSchema
      .nullable()
      .describe('When the next attempt starts; null when there is none.'),
    completedAt: timestampSchema.nullable(),
    attempts: z.array(attemptSchema).describe('Oldest first.'),
  })
  .meta({ id: 'WebhookDelivery' })

/** Receivers of events, and the log of what was sent to them. */
export const webhooks = {
  create: endpoint({
    id: 'createWebhook',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook',
    tag: 'Webhooks',
    summary: 'Add a webhook endpoint',
    description:
      'The answer shows the signing secret, this once. A URL that is there already answers 400 `duplicate_url`: when an answer was lost, remove the endpoint and add it again. Ports: 443, 8443, and those from 1024.',
    auth: ['apiKey', 'session'],
    body: z
      .object({
        url: webhookUrlSchema,
        clientId: clientIdSchema
          .optional()
          .describe(
            'Send only events of requests that this client ID created; all of the tenant by default.',
          ),
      })
      .meta({ id: 'WebhookCreate' }),
    bodyExample: { url: 'https://shop.example.test/webhooks' },
    responses: {
      201: {
        description: 'The endpoint was added.',
        schema: z
          .object({
            id: ulidSchema,
            secret: z
              .string()
              .regex(/^[0-9a-f]{64}$/)
              .describe('Key of the signatures; not shown again.'),
          })
          .meta({ id: 'WebhookCreated' }),
        example: { id: '01KB4X3F6V3M2N5P7R9T0W1X2Y', secret: '5e'.repeat(32) },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  list: endpoint({
    id: 'listWebhooks',
    host: 'auth',
    method: 'GET',
    path: '/v1/webhook',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    auth: ['apiKey', 'session'],
    responses: {
      200: {
        description: 'All endpoints of the tenant, oldest first, without secrets.',
        schema: z.array(
          z
            .object({
              id: ulidSchema,
              url: z.string(),
              isActive: z.boolean(),
              createdAt: timestampSchema,
              clientId: z.string().nullable().describe('Null: events of the whole tenant.'),
              events: z.array(z.string()).nullable().describe('Null: every event.'),
            })
            .meta({ id: 'Webhook' }),
        ),
        example: [
          {
            id: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
            url: 'https://shop.example.test/webhooks',
            isActive: true,
            createdAt: '2026-11-01T09:00:00.000Z',
            clientId: null,
            events: null,
          },
        ],
      },
    },
    errors: [401, 429],
  }),

  remove: endpoint({
    id: 'deleteWebhook',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/webhook/{webhookId}',
    tag: 'Webhooks',
    summary: 'Remove a webhook endpoint',
    description: 'Deliveries that are still waiting are cancelled.',
    auth: ['apiKey', 'session'],
    params: webhookParams,
    responses: {
      200: {
        description: 'The endpoint was removed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 404, 429],
  }),

  deliveries: endpoint({
    id: 'listWebhookDeliveries',
    host: 'auth',
    method: 'GET',
    path: '/v1/webhook/{webhookId}/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries to a webhook endpoint',
    auth: ['apiKey', 'session'],
    params: webhookParams,
    query: z.object({
      limit: limitSchema(100).optional().describe('Page size, from 1 to 100; 50 by default.'),
      before: ulidSchema
        .optional()
        .describe('Only deliveries older than this one: `nextBefore` of the last page.'),
      status: z.enum(['pending', 'delivered', 'dead', 'cancelled']).optional(),
    }),
    responses: {
      200: {
        description: 'Deliveries, newest first.',
        schema: z
          .object({
            deliveries: z.array(deliverySchema),
            nextBefore: ulidSchema
              .nullable()
              .describe('Pass as `before` for the next page; null on the last.'),
          })
          .meta({ id: 'WebhookDeliveryPage' }),
        example: {
          deliveries: [
            {
              id: '01KB54A1B2C3D4E5F6G7H8J9KA',
              eventId: '01KB53A1B2C3D4E5F6G7H8J9KA',
              event: 'payment.confirmed',
              requestId: '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a',
              status: 'delivered',
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
            },
          ],
          nextBefore: null,
        },
      },
    },
    errors: [400, 401, 404, 429],
  }),
}

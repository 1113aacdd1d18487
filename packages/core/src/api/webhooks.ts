import { z } from 'zod'
import { successSchema, ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { webhookDeliveries } from './webhookDeliveries.ts'
import { webhookEvents } from './webhookEvents.ts'
import {
  eventTypeSchema,
  eventTypesSchema,
  scopeSchema,
  signatureHeaderAliasesSchema,
  webhookParams,
  webhookSchema,
  webhookSecretSchema,
  webhookUrlSchema,
} from './webhookSchemas.ts'

const EXAMPLE = {
  id: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
  url: 'https://shop.example.test/webhooks',
  isActive: true,
  createdAt: '2026-11-01T09:00:00.000Z',
  clientId: null,
  events: null,
  signatureHeaderAliases: null,
  disabledReason: null,
  rotation: { hasPendingSecret: false, previousSecretExpiresAt: null },
}

const SECRET = '5e'.repeat(32)

/** Receivers of events, and the log of their deliveries. */
export const webhooks = {
  create: endpoint({
    id: 'createWebhook',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook',
    tag: 'Webhooks',
    audit: 'webhook.created',
    summary: 'Add a webhook endpoint',
    description:
      'Only this response contains the signing secret. An existing URL returns 400 `duplicate_url`. If the response was lost, remove the endpoint with an API key or a session, and add it again. Ports: 443, 8443, and any from 1024. A backend client ID adds endpoints only for its own events.',
    auth: ['apiKey', 'backendClientId', 'session'],
    body: z
      .object({
        url: webhookUrlSchema,
        clientId: scopeSchema
          .optional()
          .describe(
            'Sends only events of requests that this client ID created. By default, all events of the tenant; for a backend client ID, its own.',
          ),
        events: eventTypesSchema
          .optional()
          .describe('Sends only these events; every event by default.'),
        signatureHeaderAliases: signatureHeaderAliasesSchema.optional(),
      })
      .meta({ id: 'WebhookCreate' }),
    bodyExample: { url: 'https://shop.example.test/webhooks' },
    responses: {
      201: {
        description: 'The endpoint was added.',
        schema: z
          .object({ id: ulidSchema, secret: webhookSecretSchema })
          .meta({ id: 'WebhookCreated' }),
        example: { id: EXAMPLE.id, secret: SECRET },
      },
    },
    errors: [400, 401, 404, 409, 429],
    problems: { 409: 'The tenant already has 100 webhook endpoints (`too_many_records`).' },
  }),

  list: endpoint({
    id: 'listWebhooks',
    host: 'auth',
    method: 'GET',
    path: '/v1/webhook',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints that receive events, with their status.',
    auth: ['apiKey', 'backendClientId', 'session'],
    scope: 'read',
    responses: {
      200: {
        description:
          'All endpoints of the tenant, or of the backend client ID, oldest first, without secrets.',
        schema: z.array(webhookSchema),
        example: [EXAMPLE],
      },
    },
    errors: [401, 429],
  }),

  update: endpoint({
    id: 'updateWebhook',
    host: 'auth',
    method: 'PUT',
    path: '/v1/webhook/{webhookId}',
    tag: 'Webhooks',
    audit: 'webhook.updated',
    summary: 'Change a webhook endpoint, or switch it off and on',
    description:
      'Omitted members stay unchanged. Without a body, the call switches the endpoint off if it was on, and on if it was off.',
    auth: ['apiKey', 'session'],
    params: webhookParams,
    body: z
      .object({
        isActive: z.boolean().optional(),
        url: webhookUrlSchema.optional(),
        events: eventTypesSchema.nullish().describe('Null for every event.'),
        signatureHeaderAliases: signatureHeaderAliasesSchema.nullish(),
      })
      .meta({ id: 'WebhookUpdate' })
      .optional(),
    bodyExample: { isActive: false },
    responses: {
      200: {
        description: 'The current endpoint.',
        schema: webhookSchema,
        example: { ...EXAMPLE, isActive: false },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  remove: endpoint({
    id: 'deleteWebhook',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/webhook/{webhookId}',
    tag: 'Webhooks',
    audit: 'webhook.removed',
    summary: 'Remove a webhook endpoint',
    description: 'Cancels the endpoint’s pending deliveries.',
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

  test: endpoint({
    id: 'testWebhooks',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends a test event to every active endpoint of the tenant, or of one client ID, and waits up to 20 s for the responses. The event has the header x-service-test.',
    auth: ['apiKey', 'session'],
    body: z
      .object({
        eventType: eventTypeSchema,
        clientId: scopeSchema
          .optional()
          .describe(
            'Tests only the endpoints of this client ID; all endpoints of the tenant by default.',
          ),
        allowsNoEndpoint: z
          .boolean()
          .optional()
          .describe(
            'Stores the event even if no endpoint is active, for readers of `GET /v1/webhook/events`; otherwise the call returns 404.',
          ),
      })
      .meta({ id: 'WebhookTest' }),
    bodyExample: { eventType: 'payment.confirmed' },
    responses: {
      201: {
        description: 'The event was sent.',
        schema: z
          .object({
            sent: z.int().nonnegative().describe('Number of endpoints that accepted the event.'),
            failed: z
              .int()
              .nonnegative()
              .describe('Number of endpoints that did not accept the event in time.'),
          })
          .meta({ id: 'WebhookTested' }),
        example: { sent: 1, failed: 0 },
      },
    },
    errors: [400, 401, 404, 429],
    problems: {
      404: 'There is no active endpoint, and `allowsNoEndpoint` is not set.',
      429: 'The rate limit is reached. Or the test deliveries have reached a limit (`too_many_tests`): 100 in progress, 300 per minute or 3,000 per day. Try again after `Retry-After`.',
    },
  }),

  rotateSecret: endpoint({
    id: 'rotateWebhookSecret',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook/{webhookId}/rotate-secret',
    tag: 'Webhooks',
    audit: 'webhook.secret_rotated',
    summary: 'Create a new signing secret',
    description:
      'Works in two phases by default: the new secret signs `webhook-signature` alongside the old one at once, and all headers after its promotion. `immediate` replaces a leaked secret at once.',
    auth: ['apiKey', 'session'],
    params: webhookParams,
    body: z
      .object({ mode: z.enum(['two_phase', 'immediate']).optional() })
      .meta({ id: 'WebhookSecretRotation' })
      .optional(),
    bodyExample: { mode: 'two_phase' },
    responses: {
      200: {
        description: 'The new secret, only in this response.',
        schema: z
          .object({
            secret: webhookSecretSchema,
            phase: z
              .enum(['pending', 'promoted'])
              .describe('`pending`: promote it once the receiver has it.'),
          })
          .meta({ id: 'WebhookSecretRotated' }),
        example: { secret: SECRET, phase: 'pending' },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  promoteSecret: endpoint({
    id: 'promoteWebhookSecret',
    host: 'auth',
    method: 'POST',
    path: '/v1/webhook/{webhookId}/promote-secret',
    tag: 'Webhooks',
    audit: 'webhook.secret_promoted',
    summary: 'Promote the new signing secret',
    description:
      'The new secret signs all headers from now on; the previous one signs `webhook-signature` for another 24 hours.',
    auth: ['apiKey', 'session'],
    params: webhookParams,
    responses: {
      200: {
        description: 'The current endpoint.',
        schema: webhookSchema,
        example: {
          ...EXAMPLE,
          rotation: {
            hasPendingSecret: false,
            previousSecretExpiresAt: '2026-11-02T09:00:00.000Z',
          },
        },
      },
    },
    errors: [401, 404, 409, 429],
    problems: { 409: 'No secret is waiting for promotion (`no_pending_secret`).' },
  }),

  ...webhookDeliveries,
  ...webhookEvents,
}

import { z } from 'zod'
import { pathIdSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { textMatching, textWhere } from '../schemas/text.ts'
import { type EventType, events } from '../webhooks/events.ts'

/** The path parameters of the operations on one webhook endpoint. */
export const webhookParams = z.object({
  webhookId: pathIdSchema.describe('Id of the webhook endpoint.'),
})

const WEBHOOK_URL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject.
  /^https?:\/\/[^\s\u0000-\u001f\u007f/?#@\\]+(?:[/?][^\s\u0000-\u001f\u007f#\\]*)?$/

/** Checks only the form; the host rejects addresses that are not public, at registration and again at each delivery. */
export const webhookUrlSchema = textWhere((text) => {
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

/** The value of a client ID: visible ASCII, which every database accepts. */
export const scopeSchema = textMatching(/^[\x21-\x7e]{1,200}$/, {
  code: 'invalid_client_id',
  message: 'must be the value of a client ID, which begins with cli_',
})

const EVENT_TYPES: readonly EventType[] = events.map((event) => event.type)

/** The type of an event that the service sends. */
export const eventTypeSchema = z.enum(EVENT_TYPES).meta({ id: 'EventType' })

/** The events that an endpoint subscribes to. */
export const eventTypesSchema = z.array(eventTypeSchema).min(1).max(EVENT_TYPES.length)

/** Additional headers with the value of `x-service-signature`, for receivers that read another header. */
export const signatureHeaderAliasesSchema = z
  .array(
    textMatching(/^x-[a-z0-9-]{1,100}-signature$/, {
      code: 'invalid_header_name',
      message: 'must be a lower-case header name such as "x-shop-signature"',
    }),
  )
  .max(5)

/** A webhook endpoint without its secrets. */
export const webhookSchema = z
  .object({
    id: ulidSchema,
    url: z.string(),
    isActive: z.boolean(),
    createdAt: timestampSchema,
    clientId: z.string().nullable().describe('Null for events of the whole tenant.'),
    events: z.array(z.string()).nullable().describe('Null for every event.'),
    signatureHeaderAliases: z
      .array(z.string())
      .nullable()
      .describe('Headers that carry the signature in addition to `x-service-signature`.'),
    disabledReason: z
      .string()
      .nullable()
      .describe('Reason why the service disabled the endpoint; null if it did not.'),
    rotation: z.object({
      hasPendingSecret: z
        .boolean()
        .describe(
          'Whether a new secret waits for promotion. `webhook-signature` already uses that secret.',
        ),
      previousSecretExpiresAt: timestampSchema
        .nullable()
        .describe('Until this time, `webhook-signature` also uses the previous secret.'),
    }),
  })
  .meta({ id: 'Webhook' })

/** The signing key, in the responses that show it. */
export const webhookSecretSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('The signing key. No later response contains it.')

/** The state of a delivery. */
export const deliveryStatusSchema = z.enum(['pending', 'delivered', 'dead', 'cancelled'])

const attemptSchema = z
  .object({
    attempt: z.int().nonnegative().describe('Counted from 0; the value of x-service-retry-count.'),
    startedAt: timestampSchema,
    durationMs: z.int().nonnegative(),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable().describe('The first 2 kB of the response.'),
    error: z.string().nullable().describe('Reason why there was no usable response.'),
  })
  .meta({ id: 'WebhookAttempt' })

/** The delivery of one event to one endpoint. */
export const deliverySchema = z
  .object({
    id: ulidSchema.describe('The value of x-service-delivery.'),
    eventId: ulidSchema,
    event: z.string(),
    requestId: z.string().nullable(),
    isTest: z.boolean().describe('Whether the event is a test.'),
    status: deliveryStatusSchema,
    replays: z.int().nonnegative().describe('Number of requested redeliveries.'),
    createdAt: timestampSchema,
    dueAt: timestampSchema.nullable().describe('Time of the next attempt; null if there is none.'),
    completedAt: timestampSchema.nullable(),
    attempts: z.array(attemptSchema).describe('Oldest first; the service keeps the newest 50.'),
  })
  .meta({ id: 'WebhookDelivery' })

/** A delivery with its payload. */
export const deliveryDetailSchema = deliverySchema
  .extend({
    request: z
      .object({
        url: z.string(),
        headers: z
          .record(z.string(), z.string())
          .describe(
            'Headers of the last attempt, or of the first one before it; without signatures.',
          ),
        body: z.string().describe('The exact text that the service signs and sends.'),
      })
      .describe('The request that the receiver gets.'),
  })
  .meta({ id: 'WebhookDeliveryDetail' })

import { z } from 'zod'
import { momentSchema, opaqueIdSchema, successSchema } from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { tokenParams } from './securePaymentParts.ts'

/** The progress events that a payer's page may report. */
const userEventSchema = z
  .enum(['wallet_connected', 'payment_sent_to_wallet', 'payment_approved_in_wallet'])
  .meta({ id: 'UserEvent' })

/** The maximum number of members in `properties`. */
const MAX_PROPERTIES = 20

const propertiesSchema = z
  .record(
    freeText({ min: 1, max: 40 }),
    z.union([freeText({ max: 255 }), z.number(), z.boolean(), z.null()]),
  )
  .superRefine((properties, context) => {
    if (Object.keys(properties).length <= MAX_PROPERTIES) return
    context.addIssue({
      code: 'custom',
      message: `must have at most ${MAX_PROPERTIES} members`,
      params: { code: 'too_many_properties' },
    })
  })
  .meta({ maxProperties: MAX_PROPERTIES })

/** The operation that reports payers' progress to merchants. */
export const securePaymentUserEvents = {
  createUserEvent: endpoint({
    id: 'createSecurePaymentUserEvent',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/user-events',
    tag: 'Secure payments',
    summary: 'Report a payer’s progress',
    description:
      'The payer’s page sends these events if its owner enabled telemetry. The merchant receives them as `secure_payment.user_event` if the tenant has also enabled this (`PUT /v1/tenant`); otherwise the service drops them. The service silently drops excess events for a payment. An event proves nothing about the payment.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    body: z
      .object({
        userEvent: userEventSchema,
        occurredAt: momentSchema.describe('Time by the clock on the payer’s device.'),
        properties: propertiesSchema.optional(),
        orchestratorId: opaqueIdSchema.optional().describe('Forwarded unchanged.'),
      })
      .meta({ id: 'UserEventCreate' }),
    bodyExample: {
      userEvent: 'wallet_connected',
      occurredAt: '2026-11-02T08:14:30.000Z',
      properties: { wallet: 'io.metamask' },
    },
    responses: {
      202: {
        description: 'The event was accepted or dropped.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 403, 404, 429],
  }),
}

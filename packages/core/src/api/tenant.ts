import { z } from 'zod'
import { hasMarks } from '../merchantName.ts'
import { ulidSchema } from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'

/** The compatibility of webhooks with Request Network's; see docs/guides/receive-webhooks.md. */
export const WEBHOOK_COMPATIBILITIES = ['none', 'headers', 'full'] as const

/** A compatibility level: none, the headers only, or the headers, the copies of events and the absent members. */
export type WebhookCompatibility = (typeof WEBHOOK_COMPATIBILITIES)[number]

const compatibilitySchema = z
  .enum(WEBHOOK_COMPATIBILITIES)
  .nullable()
  .describe(
    'The degree to which webhooks follow Request Network’s. `headers`: each delivery also has the headers `x-request-network-signature`, `-delivery`, `-retry-count` and `-test`. `full`: also copies of payment events whose names end in `.client_id` and `.checkout`, and no `requestId` in events about payers. Null for the service’s own level.',
  )

const tenantSchema = z
  .object({
    id: ulidSchema,
    name: z.string().describe('The name that payers see; empty if the tenant has none.'),
    sendsUserEvents: z
      .boolean()
      .describe(
        'Whether the service sends `secure_payment.user_event` when a page reports a payer’s progress. Off by default.',
      ),
    sendsReceipts: z
      .boolean()
      .describe(
        'Whether the service sends receipts by e-mail to payers whose address the payment states. Off by default.',
      ),
    webhookCompatibility: compatibilitySchema,
  })
  .meta({ id: 'Tenant' })

const EXAMPLE = {
  id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
  name: 'Ana’s shop',
  sendsUserEvents: false,
  sendsReceipts: false,
  webhookCompatibility: null,
}

/** The tenant of the signed-in person. */
export const tenant = {
  get: endpoint({
    id: 'getTenant',
    host: 'auth',
    method: 'GET',
    path: '/v1/tenant',
    tag: 'Accounts',
    summary: 'Read the tenant',
    description: 'Returns the merchant account’s name and settings.',
    auth: ['session'],
    scope: 'read',
    responses: {
      200: { description: 'The tenant.', schema: tenantSchema, example: EXAMPLE },
    },
    errors: [401, 429],
  }),

  update: endpoint({
    id: 'updateTenant',
    host: 'auth',
    method: 'PUT',
    path: '/v1/tenant',
    tag: 'Accounts',
    audit: 'merchant.updated',
    summary: 'Change the tenant’s name, event, webhook and receipt settings',
    description: 'Payers see the name, including on the hosted page. An empty value removes it.',
    auth: ['session'],
    body: z
      .object({
        name: freeText({ max: 100 })
          .superRefine((text, context) => {
            if (!hasMarks(text)) return
            const message =
              'must not contain symbols, emoji such as check marks, or invisible characters'
            context.addIssue({ code: 'custom', message, params: { code: 'invalid_name' } })
          })
          .describe(
            'Must not contain symbols or emoji that payers could mistake for the page’s own signs, or invisible characters that reorder or hide text.',
          ),
        sendsUserEvents: z.boolean().optional().describe('Unchanged if omitted.'),
        sendsReceipts: z
          .boolean()
          .optional()
          .describe('Unchanged if omitted. `true` needs a service that sends e-mail.'),
        webhookCompatibility: compatibilitySchema.optional(),
      })
      .meta({ id: 'TenantUpdate' }),
    bodyExample: { name: 'Ana’s shop' },
    responses: {
      200: {
        description: 'The updated tenant.',
        schema: tenantSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 409, 429],
    problems: { 409: 'The service sends no e-mail (`mail_not_set_up`).' },
  }),
}

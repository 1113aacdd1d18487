import { z } from 'zod'
import { hasMarks } from '../merchantName.ts'
import { endpoint } from './endpoint.ts'
import { ulidSchema } from './schemas.ts'
import { freeText } from './text.ts'

const tenantSchema = z
  .object({
    id: ulidSchema,
    name: z.string().describe('What payers see; empty when it has no name.'),
    sendsUserEvents: z
      .boolean()
      .describe(
        'Whether `secure_payment.user_event` is sent for pages that tell how far payers come. Off by default.',
      ),
  })
  .meta({ id: 'Tenant' })

const EXAMPLE = { id: '01KB4W3F6V3M2N5P7R9T0W1X2Y', name: 'Ana’s shop', sendsUserEvents: false }

/** The tenant of the signed-in person. */
export const tenant = {
  get: endpoint({
    id: 'getTenant',
    host: 'auth',
    method: 'GET',
    path: '/v1/tenant',
    tag: 'Accounts',
    summary: 'Read the tenant',
    auth: ['session'],
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
    summary: 'Name the tenant, and say what it wants to hear',
    description: 'The name is shown to payers, on the hosted page too. Empty: no name.',
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
            'Without symbols and emoji, which could be taken for signs of the page, and without invisible characters that turn or hide text.',
          ),
        sendsUserEvents: z.boolean().optional().describe('Left out: as it is.'),
      })
      .meta({ id: 'TenantUpdate' }),
    bodyExample: { name: 'Ana’s shop' },
    responses: {
      200: {
        description: 'The tenant has this name.',
        schema: tenantSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 429],
  }),
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ulidSchema } from './schemas.ts'
import { freeText } from './text.ts'

/** The tenant of whoever is signed in. */
export const tenant = {
  update: endpoint({
    id: 'updateTenant',
    host: 'auth',
    method: 'PUT',
    path: '/v1/tenant',
    tag: 'Accounts',
    summary: 'Name the tenant',
    description: 'The name is shown to payers, on the hosted page too. Empty: no name.',
    auth: ['session'],
    body: z.object({ name: freeText({ max: 100 }) }).meta({ id: 'TenantUpdate' }),
    bodyExample: { name: 'Ana’s shop' },
    responses: {
      200: {
        description: 'The tenant has this name.',
        schema: z.object({ id: ulidSchema, name: z.string() }).meta({ id: 'Tenant' }),
        example: { id: '01KB4W3F6V3M2N5P7R9T0W1X2Y', name: 'Ana’s shop' },
      },
    },
    errors: [400, 401, 429],
  }),
}

import { z } from 'zod'
import { timestampSchema, ulidSchema, urlSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { keyScopeSchema } from './scopes.ts'

const originSchema = urlSchema.describe('Without a trailing slash.')

/** The account behind an API key. */
export const caller = {
  get: endpoint({
    id: 'getCaller',
    host: 'api',
    method: 'GET',
    path: '/v2/caller',
    tag: 'API keys',
    summary: 'Read the account of the API key',
    description:
      'Returns the merchant and the rights of the key in `x-api-key`, the origins and version of the service, and its time. Command lines and server plugins check their settings with it.',
    auth: ['apiKey'],
    scope: 'none',
    responses: {
      200: {
        description: 'The key is valid.',
        schema: z
          .object({
            merchant: z.object({
              id: z.string(),
              name: z.string().describe('The name that payers see; empty if the tenant has none.'),
            }),
            apiKey: z.object({
              id: ulidSchema,
              label: z.string(),
              prefix: z.string().describe('The first characters of the key.'),
              scopes: z.array(keyScopeSchema),
              expiresAt: timestampSchema.nullable().describe('Null if the key never expires.'),
            }),
            service: z.object({
              version: z.string(),
              apiUrl: originSchema,
              authUrl: originSchema,
              payUrl: originSchema,
            }),
            time: timestampSchema.describe('The service’s time when it sent this response.'),
          })
          .meta({ id: 'Caller' }),
        example: {
          merchant: { id: '01KB4W3F6V3M2N5P7R9T0W1X2Y', name: 'Ana’s shop' },
          apiKey: {
            id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
            label: 'Web shop server',
            prefix: 'sk_7Qd2mX',
            scopes: ['read', 'create'],
            expiresAt: null,
          },
          service: {
            version: '0.1.0',
            apiUrl: 'https://api.example.test',
            authUrl: 'https://auth.example.test',
            payUrl: 'https://pay.example.test',
          },
          time: '2026-11-02T09:00:00.000Z',
        },
      },
    },
    errors: [401, 429],
  }),
}

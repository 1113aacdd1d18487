import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  momentSchema,
  pathIdSchema,
  successSchema,
  timestampSchema,
  ulidSchema,
} from './schemas.ts'
import { freeText } from './text.ts'

const labelSchema = freeText({ min: 1, max: 100 })

const apiKeySchema = z
  .object({
    id: ulidSchema,
    label: z.string(),
    prefix: z.string().describe('First characters of the key, which identify it in lists.'),
    status: z.enum(['active', 'inactive', 'revoked']),
    expiresAt: timestampSchema.nullable().describe('Null: the key never expires.'),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey' })

const keyParams = z.object({ id: pathIdSchema.describe('Id of the record, not the key itself.') })

const CREATED = {
  id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
  label: 'Web shop server',
  prefix: 'sk_7Qd2mX',
  status: 'active',
  expiresAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
}
const EXAMPLE = { ...CREATED, lastUsedAt: null }

/** Credentials of the merchant's servers. Only a signed-in person creates them; a key cannot create another. */
export const apiKeys = {
  create: endpoint({
    id: 'createApiKey',
    host: 'auth',
    method: 'POST',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'Only this response contains the key: the service stores a hash of it.',
    auth: ['session'],
    body: z
      .object({
        label: labelSchema,
        expiresAt: momentSchema
          .optional()
          .describe('Must be in the future. The key never expires by default.'),
      })
      .meta({ id: 'ApiKeyCreate' }),
    bodyExample: { label: 'Web shop server', expiresAt: '2027-11-01T00:00:00.000Z' },
    responses: {
      201: {
        description: 'The key was created.',
        schema: apiKeySchema
          .omit({ lastUsedAt: true })
          .extend({
            key: z
              .string()
              .describe('Value of the header x-api-key. No later response contains it.'),
          })
          .meta({ id: 'ApiKeyCreated' }),
        example: { ...CREATED, key: 'sk_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G' },
      },
    },
    errors: [400, 401, 409, 429],
    problems: { 409: 'The tenant already has 100 API keys in use (`too_many_records`).' },
  }),

  list: endpoint({
    id: 'listApiKeys',
    host: 'auth',
    method: 'GET',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List API keys',
    auth: ['session'],
    responses: {
      200: {
        description: 'All keys of the tenant, including revoked ones, oldest first.',
        schema: z.array(apiKeySchema),
        example: [EXAMPLE],
      },
    },
    errors: [401, 429],
  }),

  update: endpoint({
    id: 'updateApiKey',
    host: 'auth',
    method: 'PUT',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    summary: 'Rename an API key, or switch it off and on',
    description: 'A revoked key stays revoked: its status cannot be changed (400).',
    auth: ['session'],
    params: keyParams,
    body: z
      .object({ label: labelSchema.optional(), status: z.enum(['active', 'inactive']).optional() })
      .meta({ id: 'ApiKeyUpdate' }),
    bodyExample: { status: 'inactive' },
    responses: {
      200: {
        description: 'The current key.',
        schema: apiKeySchema,
        example: { ...EXAMPLE, status: 'inactive' },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  remove: endpoint({
    id: 'revokeApiKey',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'Revokes the key permanently. Repeating it changes nothing.',
    auth: ['session'],
    params: keyParams,
    responses: {
      200: {
        description: 'The key is revoked.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 404, 429],
  }),
}

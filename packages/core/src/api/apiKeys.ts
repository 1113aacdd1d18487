import { z } from 'zod'
import {
  momentSchema,
  pathIdSchema,
  successSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { KEY_SCOPES, keyScopeSchema } from './scopes.ts'

const labelSchema = freeText({ min: 1, max: 100 })

const scopesSchema = z
  .array(keyScopeSchema)
  .min(1)
  .max(KEY_SCOPES.length)
  .superRefine((scopes, context) => {
    if (new Set(scopes).size === scopes.length) return
    context.addIssue({
      code: 'custom',
      message: 'must not repeat a scope',
      params: { code: 'duplicate' },
    })
  })

const apiKeySchema = z
  .object({
    id: ulidSchema,
    label: z.string(),
    prefix: z.string().describe('The first characters of the key, which identify it in lists.'),
    status: z.enum(['active', 'inactive', 'revoked']),
    scopes: z.array(keyScopeSchema).describe('The scopes that the key grants.'),
    expiresAt: timestampSchema.nullable().describe('Null if the key never expires.'),
    createdAt: timestampSchema,
    createdBy: z
      .string()
      .nullable()
      .describe(
        'The id of the member who created the key; null if the operator created it, or an earlier release that did not store the member.',
      ),
    lastUsedAt: timestampSchema
      .nullable()
      .describe('Updated at most once per minute; null before the first use.'),
  })
  .meta({ id: 'ApiKey' })

const keyParams = z.object({ id: pathIdSchema.describe('The record’s id, not the key.') })

const CREATED = {
  id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
  label: 'Web shop server',
  prefix: 'sk_7Qd2mX',
  status: 'active',
  scopes: ['read', 'create'],
  expiresAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  createdBy: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
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
    audit: 'api_key.created',
    summary: 'Create an API key',
    description: 'Only this response contains the key, because the service stores only its hash.',
    auth: ['session'],
    body: z
      .object({
        label: labelSchema,
        scopes: scopesSchema
          .optional()
          .describe(
            'All scopes of the creating member by default; a call with any other scope returns 403.',
          ),
        expiresAt: momentSchema
          .optional()
          .describe('Must be in the future. The key never expires by default.'),
      })
      .meta({ id: 'ApiKeyCreate' }),
    bodyExample: {
      label: 'Web shop server',
      scopes: ['read', 'create'],
      expiresAt: '2027-11-01T00:00:00.000Z',
    },
    responses: {
      201: {
        description: 'The key was created.',
        schema: apiKeySchema
          .omit({ lastUsedAt: true })
          .extend({
            key: z
              .string()
              .describe('The value of the header x-api-key. No later response contains it.'),
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
    description:
      'Returns the keys with their scopes and their last use. Only the first characters of a key are returned.',
    auth: ['session'],
    scope: 'read',
    responses: {
      200: {
        description: 'All of the tenant’s keys, including revoked ones, oldest first.',
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
    audit: 'api_key.updated',
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
    audit: 'api_key.revoked',
    summary: 'Revoke an API key',
    description: 'Revokes the key permanently. The call is idempotent.',
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

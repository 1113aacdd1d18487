import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { normalizeOrigin } from './origin.ts'
import {
  addressSchema,
  pathIdSchema,
  recipientSchema,
  shortPercentageSchema,
  timestampSchema,
  ulidSchema,
  withFeePair,
} from './schemas.ts'
import { freeText } from './text.ts'

/** Parses to the origin's canonical form (see `normalizeOrigin`). */
const allowedDomainSchema = z
  .string()
  .transform((text, context) => {
    const origin = normalizeOrigin(text)
    if (origin !== null) return origin
    context.addIssue({
      code: 'custom',
      message:
        'must be an https origin such as "https://shop.example.com", without path, query or user info',
      params: { code: 'invalid_origin' },
    })
    return z.NEVER
  })
  .describe('An https origin without path; http only for localhost, 127.0.0.1 and [::1].')

const expirySchema = z.int().positive().max(2_147_483_647).describe('Seconds.')

const createBodySchema = withFeePair(
  z.object({
    label: freeText({ min: 1, max: 100 }),
    allowedDomains: z.array(allowedDomainSchema).min(1).max(10),
    feePercentage: shortPercentageSchema.nullish(),
    feeAddress: recipientSchema.nullish(),
    operatorWalletAddress: recipientSchema.nullish(),
    defaultPreApprovalExpiry: expirySchema.nullish(),
    defaultAuthorizationExpiry: expirySchema.nullish(),
    payeeDestinationId: z
      .string()
      .max(200)
      .nullish()
      .describe('Composite id of the destination that payments of this client ID go to.'),
  }),
).meta({
  id: 'ClientIdCreate',
})

const clientIdSchema = z
  .object({
    id: ulidSchema.describe('Used in paths.'),
    clientId: z.string().describe('Value of the header x-client-id.'),
    label: z.string(),
    allowedDomains: z.array(z.string()),
    feePercentage: shortPercentageSchema
      .nullable()
      .describe("'0' lets fees of API calls stand; any other value overrides them."),
    feeAddress: addressSchema.nullable(),
    operatorWalletAddress: addressSchema.nullable(),
    defaultPreApprovalExpiry: expirySchema.nullable(),
    defaultAuthorizationExpiry: expirySchema.nullable(),
    payeeDestinationId: z.string().nullable(),
    status: z.enum(['active', 'inactive', 'revoked']),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ClientId' })

const EXAMPLE = {
  id: '01KB4Y3F6V3M2N5P7R9T0W1X2Y',
  clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G',
  label: 'Web shop',
  allowedDomains: ['https://shop.example.test'],
  feePercentage: null,
  feeAddress: null,
  operatorWalletAddress: null,
  defaultPreApprovalExpiry: null,
  defaultAuthorizationExpiry: null,
  payeeDestinationId: null,
  status: 'active',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: null,
}

/** Browser-side credentials: a public id that works from its allowed origins only. */
export const clientIds = {
  create: endpoint({
    id: 'createClientId',
    host: 'api',
    method: 'POST',
    path: '/v2/client-ids',
    tag: 'Client IDs',
    summary: 'Create a client ID',
    auth: ['apiKey'],
    idempotent: true,
    body: createBodySchema,
    bodyExample: { label: 'Web shop', allowedDomains: ['https://shop.example.test'] },
    responses: {
      201: { description: 'The client ID was created.', schema: clientIdSchema, example: EXAMPLE },
    },
    errors: [400, 401, 429],
  }),

  list: endpoint({
    id: 'listClientIds',
    host: 'api',
    method: 'GET',
    path: '/v2/client-ids',
    tag: 'Client IDs',
    summary: 'List client IDs',
    auth: ['apiKey'],
    responses: {
      200: {
        description: 'All client IDs of the tenant, revoked ones too, oldest first.',
        schema: z.array(clientIdSchema),
        example: [EXAMPLE],
      },
    },
    errors: [401, 429],
  }),

  get: endpoint({
    id: 'getClientId',
    host: 'api',
    method: 'GET',
    path: '/v2/client-ids/{id}',
    tag: 'Client IDs',
    summary: 'Read a client ID',
    auth: ['apiKey'],
    params: z.object({ id: pathIdSchema.describe('The record’s id, not the header value.') }),
    responses: { 200: { description: 'The client ID.', schema: clientIdSchema, example: EXAMPLE } },
    errors: [401, 404, 429],
  }),
}

import { z } from 'zod'
import {
  addressSchema,
  currencyIdSchema,
  destinationReferenceSchema,
  networkIdSchema,
  pathIdSchema,
  recipientSchema,
  shortPercentageSchema,
  successSchema,
  timestampSchema,
  ulidSchema,
  withFeePair,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { type Credential, endpoint } from './endpoint.ts'
import { feeBearerSchema } from './feePlans.ts'
import { normalizeOrigin } from './origin.ts'

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

const labelSchema = freeText({ min: 1, max: 100 })

/** The allowed domains in the operations that accept an empty list, which creates a backend client ID. */
const anyDomainsSchema = z.array(allowedDomainSchema).max(10)

/** The allowed domains in the operations that create a backend client ID only with `isBackend`. */
const pageDomainsSchema = anyDomainsSchema
  .refine((domains) => domains.length > 0, {
    message:
      'must not be empty. For a backend client ID, omit allowedDomains and set isBackend to true',
    params: { code: 'too_few_items' },
  })
  .meta({ minItems: 1 })

/** Optional fields: on creation, null is the same as absent; on update, null unsets the field. */
const optionalFields = {
  feePercentage: shortPercentageSchema.nullish(),
  feeAddress: recipientSchema.nullish(),
  feeBearer: feeBearerSchema
    .nullish()
    .describe(
      'The party that bears this client ID’s fee, regardless of `defaultFeeBearer` in a call. Null: the call decides.',
    ),
  operatorWalletAddress: recipientSchema.nullish(),
  defaultPreApprovalExpiry: expirySchema.nullish(),
  defaultAuthorizationExpiry: expirySchema.nullish(),
  payeeDestinationId: destinationReferenceSchema
    .nullish()
    .describe(
      'Destination of this client ID’s payments: the composite id of a destination, or the `id` of one of the tenant’s payee destinations. The client ID follows changes to that destination.',
    ),
}

const allowAnyPayeeSchema = z
  .boolean()
  .describe(
    'Whether payments with this client ID may go to any payee while it is not bound to a destination. Any visitor to the page can then create a payment to their own wallet in the merchant’s name. If false, such payments go only to the tenant’s wallets and payee destinations. The default at creation is a service setting, usually false.',
  )

const isBackendSchema = z
  .boolean()
  .describe(
    'Whether the client ID belongs to a server. Such an ID is secret and has no allowed domains. It works without `Origin`, and not in browsers.',
  )

/**
 * Returns the schema of a new client ID. `domains` decides whether an empty list is valid, which creates a backend client ID. `id` names
 * the schema in the document.
 */
function createBodySchema({ domains, id }: { domains: typeof anyDomainsSchema; id: string }) {
  return withFeePair(
    z.object({
      label: labelSchema,
      isBackend: isBackendSchema.optional(),
      allowedDomains: domains
        .optional()
        .describe('Required for pages. A backend client ID has none.'),
      ...optionalFields,
      allowAnyPayee: allowAnyPayeeSchema.optional(),
    }),
  )
    .superRefine(({ isBackend, allowedDomains }, context) => {
      const refuse = (code: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['allowedDomains'], message, params: { code } })
      const hasDomains = (allowedDomains ?? []).length > 0
      if (isBackend === true && hasDomains) {
        refuse('not_for_backend', 'must be empty or omitted for a backend client ID')
      }
      if (isBackend === false && allowedDomains !== undefined && !hasDomains) {
        refuse('too_few_items', 'must have at least 1 item, unless isBackend is true')
      }
    })
    .refine(({ isBackend = false, allowedDomains }) => isBackend || allowedDomains !== undefined, {
      path: ['allowedDomains'],
      message: 'is required',
      params: { code: 'required' },
      // This check runs even if other members are invalid, so that one response lists all faults.
      when: ({ value }) => typeof value === 'object' && value !== null,
    })
    .meta({ id })
}

/** The action, not this schema, checks that a fee has an address, because the stored record may already have one of the two. */
function updateBodySchema({ domains, id }: { domains: typeof anyDomainsSchema; id: string }) {
  return z
    .object({
      label: labelSchema.optional(),
      allowedDomains: domains.optional(),
      ...optionalFields,
      allowAnyPayee: allowAnyPayeeSchema.optional(),
      status: z.enum(['active', 'inactive', 'revoked']).optional(),
    })
    .meta({ id })
}

const clientIdSchema = z
  .object({
    id: ulidSchema.describe('Record id, used in paths.'),
    clientId: z
      .string()
      .describe('The client ID’s public name, and the value of the header x-client-id for pages.'),
    label: z.string(),
    isBackend: isBackendSchema,
    allowedDomains: z.array(z.string()),
    feePercentage: shortPercentageSchema
      .nullable()
      .describe("'0' keeps the fees that API calls request; any other value overrides them."),
    feeAddress: addressSchema.nullable(),
    feeBearer: feeBearerSchema.nullable(),
    operatorWalletAddress: addressSchema.nullable(),
    defaultPreApprovalExpiry: expirySchema.nullable(),
    defaultAuthorizationExpiry: expirySchema.nullable(),
    payeeDestinationId: z.string().nullable(),
    payeeDestination: z
      .object({
        network: networkIdSchema,
        currency: currencyIdSchema,
        active: z
          .boolean()
          .describe(
            'Whether the destination accepts new payments. If false, payments with this client ID get 403 `destination_inactive`.',
          ),
      })
      .nullable()
      .describe(
        'The network and the currency in which the bound destination now receives, without its wallet; null if the client ID is not bound.',
      ),
    allowAnyPayee: z
      .boolean()
      .describe('Applies while the client ID is not bound to a destination.'),
    status: z.enum(['active', 'inactive', 'revoked']),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ClientId' })

const createdClientIdSchema = clientIdSchema
  .extend({
    secretClientId: z
      .string()
      .optional()
      .describe(
        'The value of the header x-client-id for a server. Only this response contains it: it is absent for pages, and if an Idempotency-Key repeats the call.',
      ),
    clientId: z
      .string()
      .describe(
        'The value of the header x-client-id for pages. For a server that was created with `allowedDomains: []`, the secret value as in `secretClientId`; otherwise, and in all later responses, the public name.',
      ),
  })
  .meta({ id: 'CreatedClientId' })

const EXAMPLE = {
  id: '01KB4Y3F6V3M2N5P7R9T0W1X2Y',
  clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G',
  label: 'Web shop',
  isBackend: false,
  allowedDomains: ['https://shop.example.test'],
  feePercentage: null,
  feeAddress: null,
  feeBearer: null,
  operatorWalletAddress: null,
  defaultPreApprovalExpiry: null,
  defaultAuthorizationExpiry: null,
  payeeDestinationId: null,
  payeeDestination: null,
  allowAnyPayee: false,
  status: 'active',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: null,
}

const recordParams = z.object({
  id: pathIdSchema.describe('The record’s id, not the header value.'),
})

/**
 * Returns the operations on client IDs. The API host serves them to API keys and the authentication host to sessions, with the same
 * schemas. `noun` is the suffix of the operation ids, which must differ; `path` is the collection's path. `takesNoDomains` decides whether
 * an empty list of domains is valid; it creates a backend client ID.
 */
export function clientIdEndpoints<
  const Host extends 'api' | 'auth',
  const Path extends string,
  const Noun extends string,
  const Auth extends readonly Credential[],
>(place: { host: Host; path: Path; noun: Noun; auth: Auth; takesNoDomains: boolean }) {
  const { host, path, noun, auth, takesNoDomains } = place
  const common = { host, auth, tag: 'Client IDs' } as const
  const recordPath = `${path}/{id}` as const
  return {
    create: endpoint({
      ...common,
      id: `create${noun}`,
      method: 'POST',
      path,
      audit: 'client_id.created',
      summary: 'Create a client ID',
      description:
        'Creates the identifier with which pages from the allowed domains, or a server, create and read payments.',
      idempotent: true,
      body: createBodySchema({
        domains: takesNoDomains ? anyDomainsSchema : pageDomainsSchema,
        id: takesNoDomains ? 'SessionClientIdCreate' : 'ClientIdCreate',
      }),
      bodyExample: { label: 'Web shop', allowedDomains: ['https://shop.example.test'] },
      responses: {
        201: {
          description: 'The client ID was created.',
          schema: createdClientIdSchema,
          example: EXAMPLE,
        },
      },
      errors: [400, 401, 409, 429],
      problems: {
        409: 'The tenant already has 500 client IDs in use (`too_many_records`), or a call with the same Idempotency-Key is still running (`idempotency_in_progress`).',
      },
    }),

    list: endpoint({
      ...common,
      id: `list${noun}s`,
      method: 'GET',
      scope: 'read',
      path,
      summary: 'List client IDs',
      description: 'Returns the client IDs without the secrets of backend client IDs.',
      responses: {
        200: {
          description: 'All of the tenant’s client IDs, including revoked ones, oldest first.',
          schema: z.array(clientIdSchema),
          example: [EXAMPLE],
        },
      },
      errors: [401, 429],
    }),

    get: endpoint({
      ...common,
      id: `get${noun}`,
      method: 'GET',
      scope: 'read',
      path: recordPath,
      summary: 'Read a client ID',
      description: 'Returns one client ID of the merchant account, without its secret.',
      params: recordParams,
      responses: {
        200: { description: 'The client ID.', schema: clientIdSchema, example: EXAMPLE },
      },
      errors: [401, 404, 429],
    }),

    update: endpoint({
      ...common,
      id: `update${noun}`,
      method: 'PUT',
      path: recordPath,
      audit: 'client_id.updated',
      summary: 'Change a client ID',
      description:
        'Omitted members stay unchanged; null unsets a member. After the change, a fee and its address must both be set or both be unset. A revoked client ID stays revoked (400).',
      params: recordParams,
      body: updateBodySchema({
        domains: takesNoDomains ? anyDomainsSchema : anyDomainsSchema.min(1),
        id: takesNoDomains ? 'SessionClientIdUpdate' : 'ClientIdUpdate',
      }),
      bodyExample: { label: 'Web shop, new', feePercentage: null, feeAddress: null },
      responses: {
        200: {
          description: 'The current client ID.',
          schema: clientIdSchema,
          example: { ...EXAMPLE, label: 'Web shop, new', updatedAt: '2026-11-02T09:00:00.000Z' },
        },
      },
      errors: [400, 401, 404, 429],
    }),

    remove: endpoint({
      ...common,
      id: `revoke${noun}`,
      method: 'DELETE',
      path: recordPath,
      audit: 'client_id.revoked',
      summary: 'Revoke a client ID',
      description: 'Revokes the client ID permanently. The call is idempotent.',
      params: recordParams,
      responses: {
        200: {
          description: 'The client ID is revoked.',
          schema: successSchema,
          example: { success: true },
        },
      },
      errors: [401, 404, 429],
    }),
  }
}

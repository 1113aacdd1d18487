import { z } from 'zod'
import { pathIdSchema, successSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'

const MAX_DOMAIN_LENGTH = 253
/** At least two labels, as in DNS: a name in another script has its `xn--` form. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
/** These names are for developers; the service decides whether it accepts them. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

const domainSchema = z
  .string()
  .transform((text, context) => {
    const domain = text.length > 2 * MAX_DOMAIN_LENGTH ? '' : text.trim().toLowerCase()
    const isDomain = domain.length <= MAX_DOMAIN_LENGTH && DOMAIN.test(domain)
    if (isDomain || LOOPBACK.test(domain)) return domain
    const message = 'must be a domain such as "shop.example.com", without scheme, port or path'
    context.addIssue({ code: 'custom', message, params: { code: 'invalid_domain' } })
    return z.NEVER
  })
  .describe(
    'A domain, such as shop.example.com. A name with non-ASCII characters must be in its `xn--` form.',
  )

const domainRecordSchema = z
  .object({
    id: ulidSchema,
    domain: z.string(),
    status: z
      .enum(['pending', 'verified', 'withdrawn'])
      .describe(
        '`verified`: payers see the domain. `withdrawn`: the domain was verified, and its proof has since disappeared.',
      ),
    problem: z
      .enum(['absent', 'unreachable'])
      .nullable()
      .describe('The reason why the last check found no proof; null if it found one.'),
    proof: z
      .object({
        dnsName: z.string().describe('Name of the TXT record.'),
        dnsValue: z.string().describe('Complete text of the TXT record.'),
        fileUrl: z
          .string()
          .describe('Alternatively, the URL of a file, served without a redirect.'),
        fileContent: z
          .string()
          .describe('The file’s JSON content; its list may contain other entries.'),
      })
      .describe('Publish the TXT record or the file.'),
    verifiedAt: timestampSchema.nullable(),
    checkedAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'MerchantDomain' })

const PROOF = 'spv_q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bR'
const EXAMPLE = {
  id: '01KB4Z3F6V3M2N5P7R9T0W1X2Y',
  domain: 'shop.example.com',
  status: 'pending',
  problem: null,
  proof: {
    dnsName: '_secure-payment.shop.example.com',
    dnsValue: `secure-payment=${PROOF}`,
    fileUrl: 'https://shop.example.com/.well-known/secure-payment.json',
    fileContent: `{"verification":["${PROOF}"]}`,
  },
  verifiedAt: null,
  checkedAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
} as const

const recordParams = z.object({ id: pathIdSchema })
const common = { host: 'auth', tag: 'Domains', auth: ['apiKey', 'session'] } as const

/** Domains whose ownership a merchant proves: the hosted page shows payers one of them, and marks all other merchants as unverified. */
export const domains = {
  list: endpoint({
    ...common,
    id: 'listDomains',
    method: 'GET',
    path: '/v1/domains',
    summary: 'List the domains',
    description: 'Returns the domains with the result of the last check of each.',
    scope: 'read',
    responses: {
      200: {
        description: 'All domains of the tenant, oldest first.',
        schema: z.array(domainRecordSchema),
        example: [EXAMPLE],
      },
    },
    errors: [401, 403, 429],
  }),

  create: endpoint({
    ...common,
    id: 'createDomain',
    method: 'POST',
    path: '/v1/domains',
    audit: 'domain.created',
    summary: 'Add a domain',
    description:
      'Returns the proof to publish and its two possible places. For a domain that already exists, returns it unchanged. This call does not check the proof.',
    body: z.object({ domain: domainSchema }).meta({ id: 'MerchantDomainCreate' }),
    bodyExample: { domain: 'shop.example.com' },
    responses: {
      201: { description: 'The domain.', schema: domainRecordSchema, example: EXAMPLE },
    },
    errors: [400, 401, 403, 409, 429],
    problems: { 409: 'The tenant already has 10 domains (`too_many_records`).' },
  }),

  check: endpoint({
    ...common,
    id: 'checkDomain',
    method: 'POST',
    path: '/v1/domains/{id}/check',
    summary: 'Check a domain’s proof',
    description:
      'Checks immediately, at most every five seconds and 20 times per minute per tenant; further calls return the stored state. The service also checks verified domains every six hours. It withdraws a domain whose proof is missing twice within ten minutes, or that does not respond for three days.',
    params: recordParams,
    responses: {
      200: {
        description: 'The current domain.',
        schema: domainRecordSchema,
        example: {
          ...EXAMPLE,
          status: 'verified',
          verifiedAt: '2026-11-01T09:10:00.000Z',
          checkedAt: '2026-11-01T09:10:00.000Z',
        },
      },
    },
    errors: [401, 403, 404, 429],
  }),

  remove: endpoint({
    ...common,
    id: 'deleteDomain',
    method: 'DELETE',
    path: '/v1/domains/{id}',
    audit: 'domain.removed',
    summary: 'Remove a domain',
    description: 'Payers no longer see the domain.',
    params: recordParams,
    responses: {
      200: {
        description: 'The domain is removed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 403, 404, 429],
  }),
}

import { z } from 'zod'
import { pathIdSchema, successSchema, timestampSchema } from '../schemas/schemas.ts'
import { walletTypeSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import { storedPolicySchema } from './payeeDestinationSchemas.ts'
import { roleSchema } from './scopes.ts'

const memberSchema = z
  .object({
    id: z.string().describe('The address of a wallet, or the id of an account.'),
    kind: z.enum(['wallet', 'account']),
    role: roleSchema,
    address: z.string().nullable().describe('Address of a wallet; null for an account.'),
    walletType: walletTypeSchema.nullable(),
    email: z.string().nullable().describe('E-mail address of an account; null for a wallet.'),
    createdAt: timestampSchema.describe('Time of the member’s first sign-in.'),
    lastSignInAt: timestampSchema
      .nullable()
      .describe('Null if the member has not signed in since the service began to store this time.'),
    payeeDestinationIds: z
      .array(z.string())
      .describe(
        'The wallet’s active payee destinations. They stay active when the member is removed.',
      ),
    payeeDestinations: z
      .array(z.object({ destinationId: z.string(), accessPolicy: storedPolicySchema.nullable() }))
      .describe(
        'The same destinations, each with its rules for payers, which also apply to the payments that other members create for it.',
      ),
  })
  .meta({ id: 'Member' })

const memberParams = z.object({ id: pathIdSchema.describe('Id of the member.') })

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'

/** The people who can sign in to a merchant account. They join by invitation, and each has a role's scopes. */
export const members = {
  list: endpoint({
    id: 'listMembers',
    host: 'auth',
    method: 'GET',
    path: '/v1/members',
    tag: 'Accounts',
    summary: 'List the merchant account’s members',
    description: 'Returns each member with its role, its way to sign in and its last sign-in.',
    auth: ['session'],
    scope: 'read',
    responses: {
      200: {
        description:
          'All wallets and accounts that can sign in to this merchant account, oldest first.',
        schema: z.array(memberSchema),
        example: [
          {
            id: WALLET,
            kind: 'wallet',
            role: 'owner',
            address: WALLET,
            walletType: 'evm',
            email: null,
            createdAt: '2026-10-01T09:00:00.000Z',
            lastSignInAt: '2026-11-02T08:15:00.000Z',
            payeeDestinationIds: [],
            payeeDestinations: [],
          },
          {
            id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
            kind: 'account',
            role: 'finance',
            address: null,
            walletType: null,
            email: 'ana@example.test',
            createdAt: '2026-11-01T09:00:00.000Z',
            lastSignInAt: null,
            payeeDestinationIds: [],
            payeeDestinations: [],
          },
        ],
      },
    },
    errors: [401, 429],
  }),

  update: endpoint({
    id: 'updateMember',
    host: 'auth',
    method: 'PATCH',
    path: '/v1/members/{id}',
    tag: 'Accounts',
    audit: 'member.role_changed',
    summary: 'Change a member’s role',
    description:
      'Applies immediately to all of the member’s sessions. The member’s invitation links into the merchant account are revoked. Only an owner can appoint, change or remove an owner.',
    auth: ['session'],
    scope: 'team',
    params: memberParams,
    body: z.object({ role: roleSchema }).meta({ id: 'MemberUpdate' }),
    bodyExample: { role: 'developer' },
    responses: {
      200: {
        description: 'The role is changed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      403: 'The caller’s role lacks the scope `team` (`scope_missing`), or only an owner may change this member or grant this role (`owner_only`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
      409: 'The member is the last owner (`last_owner`).',
    },
  }),

  remove: endpoint({
    id: 'removeMember',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/members/{id}',
    tag: 'Accounts',
    audit: 'member.removed',
    summary: 'Remove a member',
    description:
      'Ends all sessions of the member at once, and revokes the member’s invitation links. API keys, client IDs, webhooks, schedules and payee destinations stay: they belong to the merchant account. Every member may leave; to remove others, the role needs the scope `team`.',
    auth: ['session'],
    scope: 'none',
    params: memberParams,
    responses: {
      200: {
        description: 'The member is removed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 403, 404, 409, 429],
    problems: {
      403: 'The caller’s role lacks the scope `team` (`scope_missing`), or the member is an owner and the caller is not (`owner_only`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
      409: 'The member is the last member (`last_member`) or the last owner (`last_owner`).',
    },
  }),
}

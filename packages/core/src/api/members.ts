import { z } from 'zod'
import { walletTypeSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import { pathIdSchema, successSchema, timestampSchema } from './schemas.ts'

const memberSchema = z
  .object({
    id: z.string().describe('The address of a wallet, or the id of an account.'),
    kind: z.enum(['wallet', 'account']),
    address: z.string().nullable().describe('Of a wallet; null for an account.'),
    walletType: walletTypeSchema.nullable(),
    email: z.string().nullable().describe('Of an account; null for a wallet.'),
    createdAt: timestampSchema.describe('Time of the member’s first sign-in.'),
    lastSignInAt: timestampSchema
      .nullable()
      .describe('Null: no sign-in since the service stores this.'),
    payeeDestinationIds: z
      .array(z.string())
      .describe('Active payee destinations of the wallet. They stay when the member is removed.'),
  })
  .meta({ id: 'Member' })

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'

/** The people of a merchant account. They come in by invitations; each has all rights. */
export const members = {
  list: endpoint({
    id: 'listMembers',
    host: 'auth',
    method: 'GET',
    path: '/v1/members',
    tag: 'Accounts',
    summary: 'List the members of the merchant account',
    auth: ['session'],
    responses: {
      200: {
        description:
          'All wallets and accounts that can sign in to this merchant account, oldest first.',
        schema: z.array(memberSchema),
        example: [
          {
            id: WALLET,
            kind: 'wallet',
            address: WALLET,
            walletType: 'evm',
            email: null,
            createdAt: '2026-10-01T09:00:00.000Z',
            lastSignInAt: '2026-11-02T08:15:00.000Z',
            payeeDestinationIds: [],
          },
          {
            id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
            kind: 'account',
            address: null,
            walletType: null,
            email: 'ana@example.test',
            createdAt: '2026-11-01T09:00:00.000Z',
            lastSignInAt: null,
            payeeDestinationIds: [],
          },
        ],
      },
    },
    errors: [401, 429],
  }),

  remove: endpoint({
    id: 'removeMember',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/members/{id}',
    tag: 'Accounts',
    summary: 'Remove a member',
    description:
      'Ends all sessions of the member at once, and revokes the member’s invitation links. API keys, client IDs, webhooks, schedules and payee destinations stay: they belong to the merchant account. Members may remove themselves.',
    auth: ['session'],
    params: z.object({ id: pathIdSchema.describe('Id of the member.') }),
    responses: {
      200: {
        description: 'The member is removed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 404, 409, 429],
    problems: { 409: 'The member is the last one (`last_member`).' },
  }),
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pathIdSchema, successSchema, timestampSchema, ulidSchema, urlSchema } from './schemas.ts'

const openInvitationSchema = z
  .object({
    id: ulidSchema,
    createdAt: timestampSchema,
    expiresAt: timestampSchema,
    invitedBy: z
      .string()
      .nullable()
      .describe('Id of the member who made it; null for the operator, and where it is not known.'),
    opens: z
      .enum(['merchant', 'member'])
      .describe(
        'What the guest gets: a merchant account of its own, or membership of the operator’s.',
      ),
  })
  .meta({
    id: 'OpenInvitation',
    description: 'A link that can still be used. Its address is not stored, so it cannot be shown.',
  })

/** Links that let other merchants open an account. */
export const invitations = {
  create: endpoint({
    id: 'createInvitation',
    host: 'auth',
    method: 'POST',
    path: '/v1/invitations',
    tag: 'Accounts',
    summary: 'Invite a merchant',
    description:
      'Makes a link with which one wallet or one e-mail address opens an account of its own, once, within three days. Nothing is sent to anybody. The link is shown this one time.',
    auth: ['session'],
    responses: {
      201: {
        description: 'The invitation.',
        schema: z
          .object({
            id: ulidSchema,
            url: urlSchema.describe('Opens the console. Whoever has it can use it.'),
            createdAt: timestampSchema,
            expiresAt: timestampSchema,
          })
          .meta({ id: 'Invitation' }),
        example: {
          id: '01KB4Z3F6V3M2N5P7R9T0W1X2Y',
          url: 'https://auth.example.test/console/#invitation=inv_q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G',
          createdAt: '2026-11-01T09:00:00.000Z',
          expiresAt: '2026-11-04T09:00:00.000Z',
        },
      },
    },
    errors: [401, 403, 409, 429],
    problems: {
      403: 'Registration is closed: only the operator invites (`registration_closed`). Or the page that sent this is not one of the service’s own (`origin_not_allowed`).',
      409: 'The tenant has 20 invitations already that can be accepted (`too_many_records`).',
      429: 'The rate is used up, or the tenant made 20 invitations within 24 hours (`too_many_invitations`).',
    },
  }),

  list: endpoint({
    id: 'listInvitations',
    host: 'auth',
    method: 'GET',
    path: '/v1/invitations',
    tag: 'Accounts',
    summary: 'List open invitations',
    description:
      'The links of the merchant account that were not used, revoked or ended by time, newest first. Members of the operator’s merchant account also see the links that the operator made, at most 100 in all.',
    auth: ['session'],
    responses: {
      200: {
        description: 'The open invitations.',
        schema: z.array(openInvitationSchema),
        example: [
          {
            id: '01KB4Z3F6V3M2N5P7R9T0W1X2Y',
            createdAt: '2026-11-01T09:00:00.000Z',
            expiresAt: '2026-11-04T09:00:00.000Z',
            invitedBy: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
            opens: 'merchant',
          },
        ],
      },
    },
    errors: [401, 429],
  }),

  remove: endpoint({
    id: 'removeInvitation',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/invitations/{id}',
    tag: 'Accounts',
    summary: 'Revoke an invitation',
    description:
      'The link admits nobody from now on. It still counts towards the 20 invitations of 24 hours. Any member may revoke the links of its merchant account.',
    auth: ['session'],
    params: z.object({ id: pathIdSchema.describe('Id of the invitation.') }),
    responses: {
      200: {
        description: 'The invitation is revoked.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 404, 429],
    problems: {
      404: 'No open invitation of the merchant account has this id (`invitation_not_found`).',
    },
  }),
}

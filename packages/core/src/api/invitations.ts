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
      .describe('Id of the member who created it; null for the operator, and if unknown.'),
    opens: z
      .enum(['merchant', 'member'])
      .describe(
        'Effect of the invitation: a new merchant account, or membership in the operator’s.',
      ),
  })
  .meta({
    id: 'OpenInvitation',
    description:
      'A link that is still valid. The service does not store its address, so it cannot return it.',
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
      'Creates a link with which one wallet or one e-mail address opens a separate account, once, within three days. The service sends no message. Only this response contains the link.',
    auth: ['session'],
    responses: {
      201: {
        description: 'The invitation.',
        schema: z
          .object({
            id: ulidSchema,
            url: urlSchema.describe('Opens the console. Anyone with the link can use it.'),
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
      409: 'The tenant already has 20 open invitations (`too_many_records`).',
      429: 'The rate limit is reached, or the tenant created 20 invitations within 24 hours (`too_many_invitations`).',
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
      'The merchant account’s links that are not used, revoked or expired, newest first. Members of the operator’s merchant account also see the operator’s links, at most 100 in total.',
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
      'The link is invalid from now on. It still counts towards the 20 invitations per 24 hours. Any member may revoke the links of their merchant account.',
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

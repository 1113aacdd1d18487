import { z } from 'zod'
import {
  addressSchema,
  opaqueIdSchema,
  pathIdSchema,
  successSchema,
  timestampSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { emailSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import { roleSchema } from './scopes.ts'

const openInvitationSchema = z
  .object({
    id: ulidSchema,
    createdAt: timestampSchema,
    expiresAt: timestampSchema,
    invitedBy: z
      .string()
      .nullable()
      .describe(
        'Id of the member who created the invitation; null for the operator or if unknown.',
      ),
    opens: z
      .enum(['merchant', 'member'])
      .describe(
        'The effect of the invitation: a new merchant account, or membership in the inviting merchant account.',
      ),
    role: roleSchema
      .nullable()
      .describe(
        'The new member’s role; null for a new merchant account, whose first member is its owner.',
      ),
    wallet: z
      .string()
      .nullable()
      .describe('The only wallet that may accept the invitation; null without such a limit.'),
    email: z
      .string()
      .nullable()
      .describe(
        'The only e-mail address that may accept the invitation; null without such a limit.',
      ),
  })
  .meta({
    id: 'OpenInvitation',
    description:
      'An invitation whose link is still valid. The service stores only the link’s hash, so it cannot return the link.',
  })

/** Rejects an invitation for both a wallet and an e-mail address, or for an address without a role. */
function refuseAddress(
  body: { role?: unknown; wallet?: unknown; email?: unknown } | undefined,
  context: z.RefinementCtx,
): void {
  const { role, wallet, email } = body ?? {}
  const refuse = (field: string, code: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, params: { code } })
  if (wallet !== undefined && email !== undefined) {
    refuse('email', 'conflicting_fields', 'must not be sent together with wallet')
  }
  if (role === undefined && (wallet !== undefined || email !== undefined)) {
    refuse('role', 'required', 'is required together with wallet or email')
  }
}

/** Links that add members, or let other merchants open an account. */
export const invitations = {
  create: endpoint({
    id: 'createInvitation',
    host: 'auth',
    method: 'POST',
    path: '/v1/invitations',
    tag: 'Accounts',
    audit: 'invitation.created',
    summary: 'Invite a member or a merchant',
    description:
      'Creates a link that works once, within three days. With `role`, one wallet or e-mail address joins the merchant account in this role. Without `role`, one person opens a separate merchant account. With `wallet` or `email`, only this address can accept the invitation; any other address gets 403 `invitation_for_another`, and the link stays valid. If the service sends e-mail, it sends the link to `email`. Only this response contains the link.',
    auth: ['session'],
    scope: 'team',
    body: z
      .object({
        role: roleSchema
          .optional()
          .describe('The new member’s role. Only owners can invite owners.'),
        wallet: addressSchema
          .optional()
          .describe(
            'The only wallet that may accept the invitation. Requires `role`; excludes `email`.',
          ),
        email: emailSchema
          .optional()
          .describe(
            'The only e-mail address that may accept the invitation. Requires `role`; excludes `wallet`.',
          ),
      })
      .superRefine(refuseAddress)
      .meta({
        id: 'InvitationCreate',
        dependentRequired: { wallet: ['role'], email: ['role'] },
      })
      .optional(),
    bodyExample: { role: 'finance' },
    otherBodyExamples: {
      bound: { role: 'finance', email: 'ana@example.test' },
    },
    responses: {
      201: {
        description: 'The invitation.',
        schema: z
          .object({
            id: ulidSchema,
            url: urlSchema.describe(
              'Opens the console. Anyone who has the link can use it, unless it is for one address.',
            ),
            createdAt: timestampSchema,
            expiresAt: timestampSchema,
            isSent: z
              .boolean()
              .describe(
                'Whether the service sends the link to `email`. False without an `email`, without a mail server, and once the limit is reached. The limits are 200 e-mails from the merchant and 10 invitations to the address within 24 hours.',
              ),
          })
          .meta({ id: 'Invitation' }),
        example: {
          id: '01KB4Z3F6V3M2N5P7R9T0W1X2Y',
          url: 'https://auth.example.test/console/#invitation=inv_q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G',
          createdAt: '2026-11-01T09:00:00.000Z',
          expiresAt: '2026-11-04T09:00:00.000Z',
          isSent: false,
        },
      },
    },
    errors: [400, 401, 403, 409, 429],
    problems: {
      403: 'The caller’s role lacks the scope `team` (`scope_missing`), or only an owner may invite an owner (`owner_only`). Or registration is closed, so only the operator can invite merchants (`registration_closed`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
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
    scope: 'read',
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
            opens: 'member',
            role: 'finance',
            wallet: null,
            email: 'ana@example.test',
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
    audit: 'invitation.revoked',
    summary: 'Revoke an invitation',
    description:
      'The link becomes invalid immediately. The invitation still counts towards the 20 invitations per 24 hours. Owners and admins may revoke their merchant account’s links.',
    auth: ['session'],
    scope: 'team',
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
      404: 'None of the merchant account’s open invitations has this id (`invitation_not_found`).',
    },
  }),

  read: endpoint({
    id: 'readInvitation',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/invitation',
    tag: 'Signing in',
    summary: 'Read an invitation',
    description:
      'Returns the inviting merchant and member, and the role, before the guest signs in. The invitation stays valid. The token is in the body, so that no URL log contains it.',
    auth: [],
    limit: 'signIn',
    body: z
      .object({ invitation: opaqueIdSchema.describe('Token from the invitation link.') })
      .meta({ id: 'InvitationRead' }),
    bodyExample: { invitation: 'inv_q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G' },
    responses: {
      200: {
        description: 'The invitation, which can still be accepted.',
        schema: z
          .object({
            opens: openInvitationSchema.shape.opens,
            role: openInvitationSchema.shape.role,
            merchantName: z
              .string()
              .nullable()
              .describe(
                'The name that the inviting merchant chose; empty if it has none. Null if the service’s operator invites a new merchant.',
              ),
            merchantDomain: z
              .string()
              .nullable()
              .describe('The verified domain of that merchant; null if it has none.'),
            invitedBy: z
              .string()
              .nullable()
              .describe(
                'The verified e-mail address or the wallet of the inviting member. Null if the member has neither, and for a new merchant account.',
              ),
            boundTo: z
              .enum(['wallet', 'email'])
              .nullable()
              .describe(
                'The kind of the only address that may accept the invitation; null if any address may.',
              ),
            expiresAt: timestampSchema,
          })
          .meta({ id: 'ReadInvitation' }),
        example: {
          opens: 'member',
          role: 'finance',
          merchantName: 'Ana’s shop',
          merchantDomain: 'shop.example.test',
          invitedBy: 'ana@example.test',
          boundTo: 'email',
          expiresAt: '2026-11-04T09:00:00.000Z',
        },
      },
    },
    errors: [400, 403, 429],
    problems: {
      403: 'The invitation is unknown, used or expired (`invitation_refused`). Or the calling page is not a page of the service (`origin_not_allowed`).',
    },
  }),
}

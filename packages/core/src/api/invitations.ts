import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestampSchema, ulidSchema, urlSchema } from './schemas.ts'

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
}

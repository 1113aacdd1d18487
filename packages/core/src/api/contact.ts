import { z } from 'zod'
import { opaqueIdSchema, successSchema } from '../schemas/schemas.ts'
import { emailSchema, passwordSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'

/** The notices that a member can choose, each by e-mail. */
export const NOTICES = [
  'payment_received',
  'payment_problem',
  'webhook_failing',
  'approval_waiting',
] as const

/** A kind of notice. */
export type Notice = (typeof NOTICES)[number]

const noticesSchema = z
  .array(z.enum(NOTICES))
  .max(NOTICES.length)
  .superRefine((notices, context) => {
    if (new Set(notices).size === notices.length) return
    context.addIssue({
      code: 'custom',
      message: 'must not repeat a notice',
      params: { code: 'duplicate' },
    })
  })
  .describe(
    '`payment_received`: a request is paid. `payment_problem`: a payment failed, was withdrawn, or arrived late, twice, in excess or unmatched. `webhook_failing`: a webhook endpoint accepts no deliveries. `approval_waiting`: a payout needs the member’s approval. Empty by default.',
  )

const contactSchema = z
  .object({
    email: z
      .string()
      .nullable()
      .describe('The member’s e-mail address; null for a wallet that has not set one.'),
    isVerified: z.boolean().describe('Only a verified address receives notices.'),
    pendingEmail: z
      .string()
      .nullable()
      .describe('A new address that the member has not confirmed yet; null if there is none.'),
    notices: noticesSchema,
    sendsMail: z.boolean().describe('Whether the service sends e-mail at all.'),
  })
  .meta({ id: 'Contact' })

const codeSchema = opaqueIdSchema.describe('The code of the link in the e-mail. It works once.')

const EXAMPLE = {
  email: 'ana@example.test',
  isVerified: true,
  pendingEmail: null,
  notices: ['payment_received', 'webhook_failing'],
  sendsMail: true,
} as const
const CODE = 'mc_q8ZtV3nL0xYc5RbKq8ZtV3nL0xYc5RbKq8ZtV3nL0xY'

/** The meaning of 403 and 409 for links in e-mails. */
const CODE_REFUSED =
  'The link is unknown, used, expired, or for another member (`code_refused`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).'
const NO_MAIL = 'The service sends no e-mail (`mail_not_set_up`).'

/** The signed-in member's e-mail address, and the notices that the service sends there. */
export const contact = {
  get: endpoint({
    id: 'getContact',
    host: 'auth',
    method: 'GET',
    path: '/v1/auth/contact',
    tag: 'Accounts',
    summary: 'Read your e-mail address and notices',
    description:
      'Returns the e-mail address of the signed-in member, its verification, and the events that are sent to it.',
    auth: ['session'],
    scope: 'none',
    responses: {
      200: { description: 'The caller’s own contact.', schema: contactSchema, example: EXAMPLE },
    },
    errors: [401, 429],
  }),

  update: endpoint({
    id: 'updateContact',
    host: 'auth',
    method: 'PATCH',
    path: '/v1/auth/contact',
    tag: 'Accounts',
    summary: 'Choose your notices',
    description: 'Applies to later events. The service sends notices once the address is verified.',
    auth: ['session'],
    scope: 'none',
    body: z.object({ notices: noticesSchema }).meta({ id: 'ContactUpdate' }),
    bodyExample: { notices: ['payment_received', 'webhook_failing'] },
    responses: {
      200: { description: 'The current contact.', schema: contactSchema, example: EXAMPLE },
    },
    errors: [400, 401, 403, 429],
  }),

  setEmail: endpoint({
    id: 'setEmail',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/email',
    tag: 'Accounts',
    summary: 'Verify or change your e-mail address',
    description:
      'Sends the address a link that works once, within 24 hours. Until the new address is confirmed, the earlier one stays valid, even for signing in. The response is the same for every address.',
    auth: ['session'],
    scope: 'none',
    body: z
      .object({
        email: emailSchema,
        currentPassword: passwordSchema
          .optional()
          .describe('Required for an account that changes its address.'),
      })
      .meta({ id: 'EmailChange' }),
    bodyExample: { email: 'ana@example.test' },
    responses: {
      200: {
        description: 'The link is on its way.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 403, 409, 429],
    problems: {
      401: 'The session has ended, or the current password is wrong or missing (`wrong_credentials`).',
      409: NO_MAIL,
      429: 'Too many calls (`rate_limited`), or too many links for the member or the address (`too_many_mails`).',
    },
  }),

  confirmEmail: endpoint({
    id: 'confirmEmail',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/email/confirm',
    tag: 'Accounts',
    audit: 'email.verified',
    summary: 'Confirm your e-mail address',
    description:
      'Needs a session of the member who requested the link. Revokes the member’s other open links.',
    auth: ['session'],
    scope: 'none',
    body: z.object({ code: codeSchema }).meta({ id: 'EmailConfirmation' }),
    bodyExample: { code: CODE },
    responses: {
      200: { description: 'The address is verified.', schema: contactSchema, example: EXAMPLE },
    },
    errors: [400, 401, 403, 409, 429],
    problems: {
      403: CODE_REFUSED,
      409: 'Another account signs in with this address (`email_taken`).',
    },
  }),

  requestReset: endpoint({
    id: 'requestPasswordReset',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/password-reset',
    tag: 'Signing in',
    summary: 'Request a link to reset a password',
    description:
      'The response and its timing do not reveal whether the address has an account. The link works once, within 30 minutes. The service sends an account at most three links per hour.',
    auth: [],
    limit: 'signIn',
    body: z.object({ email: emailSchema }).meta({ id: 'PasswordResetRequest' }),
    bodyExample: { email: 'ana@example.test' },
    responses: {
      200: {
        description: 'If the address has an account, the service sends a link.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 403, 409, 429],
    problems: {
      403: 'The calling page is not one of the service’s pages (`origin_not_allowed`).',
      409: NO_MAIL,
    },
  }),

  resetPassword: endpoint({
    id: 'resetPassword',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/password-reset/confirm',
    tag: 'Signing in',
    audit: 'password.reset',
    summary: 'Reset a password',
    description:
      'Ends all of the account’s sessions, revokes its other open links, and marks its address as verified. The call does not sign in.',
    auth: [],
    limit: 'signIn',
    body: z.object({ code: codeSchema, newPassword: passwordSchema }).meta({ id: 'PasswordReset' }),
    bodyExample: { code: CODE, newPassword: 'another horse battery staple' },
    responses: {
      200: {
        description: 'The password is changed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 403, 429],
    problems: { 403: CODE_REFUSED },
  }),
}

import { z } from 'zod'
import { requestIdSchema, ulidSchema, urlSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { singleExample } from './securePaymentExamples.ts'
import { tokenParams } from './securePaymentParts.ts'

const LINK_TOKEN = '01KB4Z9A1B2C3D4E5F6G7H8J9K'
const TOKEN = singleExample.token

/** The member of a payout's body that rejects `isReusable`, because a payout has exactly one recipient and amount. */
export const noReusableLink = {
  isReusable: z
    .boolean()
    .superRefine((flag, context) => {
      if (!flag) return
      context.addIssue({
        code: 'custom',
        message: 'must be omitted or false: a payout is paid once',
        params: { code: 'reusable_unsupported' },
      })
    })
    .meta({ const: false })
    .optional(),
} as const

/** The body member for a link that any number of payers pay; the other members must suit any payer. */
export const reusableLink = {
  isReusable: z
    .boolean()
    .optional()
    .describe(
      'Any number of payers may pay the link: each gets a new secure payment with the same terms, and the link itself is never paid. Allowed only with one item, and without customerInfo and payerIdentifier.',
    ),
} as const

type ReusableBody = {
  isReusable?: boolean | undefined
  requests: readonly unknown[]
  customerInfo?: object | undefined
  payerIdentifier?: string | undefined
}

/** Rejects the members that a reusable link cannot have. */
export function refuseOnePayer(body: ReusableBody, context: z.RefinementCtx): void {
  if (body.isReusable !== true) return
  for (const field of ['customerInfo', 'payerIdentifier'] as const) {
    if (body[field] === undefined) continue
    context.addIssue({
      code: 'custom',
      path: [field],
      message:
        'must not be sent together with isReusable: a reusable link has any number of payers',
      params: { code: 'conflicting_fields' },
    })
  }
  if (body.requests.length < 2) return
  context.addIssue({
    code: 'custom',
    path: ['requests'],
    message: 'must have one item if isReusable is true',
    params: { code: 'reusable_unsupported' },
  })
}

/** The operation with which a payer opens a reusable link. */
export const reusableLinks = {
  open: endpoint({
    id: 'openSecurePayment',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/open',
    tag: 'Secure payments',
    summary: 'Open a reusable link for one payer',
    description:
      'Creates a secure payment with the current terms of a reusable link (`isReusable`), for one payer. It expires with the link, or after one day if that is earlier. The merchant’s lists and limits do not include it until a payment for it is found on chain. After a reload, continue with the returned token, or repeat the call with the same `Idempotency-Key`. The hosted page of the link makes this call when the payer continues.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    idempotent: true,
    params: tokenParams,
    responses: {
      201: {
        description: 'The payer’s own secure payment was created.',
        schema: z
          .object({
            requestIds: z.array(requestIdSchema).describe('Its request.'),
            securePaymentUrl: urlSchema.describe('Its hosted page.'),
            token: ulidSchema.describe('Its token.'),
            linkToken: ulidSchema.describe('The reusable link.'),
          })
          .meta({ id: 'SecurePaymentOpened' }),
        example: {
          requestIds: singleExample.requestIds,
          securePaymentUrl: `https://pay.example.test/?token=${TOKEN}`,
          token: TOKEN,
          linkToken: LINK_TOKEN,
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 429],
    problems: {
      403: 'The credential may not do this, or the link has expired (`payment_expired`); then the problem contains `paymentStatus` and `payment`. Or the payee destination of the link, or of its client ID, was deactivated (`destination_inactive`); then it contains `supportUrl`.',
      409: 'The link can be paid only once (`link_not_reusable`): pay it with its own token. Or a call with the same `Idempotency-Key` is in progress.',
      410: 'The merchant cancelled the link (`payment_not_payable`).',
      429: 'The rate limit is reached, or the link has the maximum number of unpaid copies (`too_many_open_copies`).',
    },
  }),
}

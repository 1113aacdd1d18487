import { endpoint } from './endpoint.ts'
import { refundLinkCreateSchema, refundLinkSchema } from './refundSchemas.ts'
import { singleExample } from './securePaymentExamples.ts'

const REFUND_ID = '01KB6A1B2C3D4E5F6G7H8J9KAB'
const TOKEN = singleExample.token

/** Hosted payments for refunds. */
export const refundLinks = {
  createRefund: endpoint({
    id: 'createRefundLink',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/refunds',
    tag: 'Secure payments',
    audit: 'refund_link.created',
    summary: 'Create a link that pays refunds',
    auth: ['apiKey', 'session'],
    scope: 'refunds',
    description:
      'Creates a secure payment for open refunds. On its hosted page, a wallet pays all of them in one transaction. While a link for exactly these refunds is open, the call returns that link again. A new link ends the earlier links for its refunds. Cancelling the link cancels its refunds.',
    idempotent: true,
    body: refundLinkCreateSchema,
    bodyExample: { refundIds: [REFUND_ID] },
    responses: {
      201: {
        description: 'The link can be paid.',
        schema: refundLinkSchema,
        example: {
          refundIds: [REFUND_ID],
          requestIds: [`01${'5b'.repeat(32)}`],
          securePaymentUrl: `https://pay.example.test/?token=${TOKEN}`,
          token: TOKEN,
          expiresAt: '2026-11-12T10:00:00.000Z',
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      403: 'The credential lacks the scope `refunds`.',
      404: 'The merchant has no refund with one of these ids (`refund_not_found`).',
      409: 'A refund cannot be paid now (`refund_not_payable`): `refundId` names it, and `reason` is its status, or `in_progress` while a wallet is paying an earlier link. Or a call with the same Idempotency-Key is still running.',
    },
  }),
}

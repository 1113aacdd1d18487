import { z } from 'zod'
import { requestIdSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { requestIdExample } from './requestExamples.ts'
import { requestParams } from './requestPaying.ts'
import { singleExample } from './securePaymentExamples.ts'
import { tokenParams } from './securePaymentParts.ts'

const CANCELLED_AT = '2026-11-02T09:00:00.000Z'
const PROBLEMS = {
  409: 'A payer can still pay, or has paid (`cancel_refused`). `reason` is `paid`, `seen`, `bridged`, `sent`, `attempt`, `scheduled` or `batch`, and the message contains the next step.',
} as const
const cancelled = {
  status: z.literal('invalidated'),
  cancelledAt: timestampSchema.describe(
    'The time of the first cancellation; repeated calls return the same time.',
  ),
}

/** The operations that cancel an unpaid secure payment or request for its merchant. */
export const cancelling = {
  securePayment: endpoint({
    id: 'cancelSecurePayment',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/cancel',
    tag: 'Secure payments',
    audit: 'secure_payment.cancelled',
    summary: 'Cancel a secure payment',
    description:
      'Payers then get 410 with the merchant’s contact. The service rejects the call while a payer’s attempt or a payment exists; an attempt that ended or expired without a transaction does not count. If a payment still arrives later, the service records it as late. A reusable link can always be cancelled. From then on, no payer can open it. The payments that payers have opened are cancelled too, except those with a payer’s attempt or a payment. An attempt keeps its payment open for an hour at most. Repeating the call returns the same response.',
    auth: ['apiKey', 'session'],
    scope: 'create',
    params: tokenParams,
    responses: {
      200: {
        description: 'The secure payment is cancelled.',
        schema: z
          .object({
            token: ulidSchema,
            ...cancelled,
            requestIds: z.array(requestIdSchema).describe('The cancelled requests.'),
          })
          .meta({ id: 'SecurePaymentCancelled' }),
        example: {
          token: singleExample.token,
          status: 'invalidated',
          cancelledAt: CANCELLED_AT,
          requestIds: singleExample.requestIds,
        },
      },
    },
    errors: [401, 404, 409, 429],
    problems: PROBLEMS,
  }),

  request: endpoint({
    id: 'cancelRequest',
    host: 'api',
    method: 'POST',
    path: '/v2/request/{requestId}/cancel',
    tag: 'Requests',
    audit: 'request.cancelled',
    summary: 'Cancel a request',
    description:
      "Also cancels the payment page if this request is its only one, and stops the request's recurrence. Payers then get 410 with the merchant’s contact. The service rejects the call while a payer’s attempt or a payment exists. If a payment still arrives later, the service records it as late. Repeating the call returns the same response.",
    auth: ['apiKey', 'session'],
    scope: 'create',
    params: requestParams,
    responses: {
      200: {
        description: 'The request is cancelled.',
        schema: z
          .object({
            requestId: requestIdSchema,
            ...cancelled,
            securePaymentToken: ulidSchema
              .nullable()
              .describe(
                'The secure payment of the request, which is cancelled too; null without one.',
              ),
          })
          .meta({ id: 'RequestCancelled' }),
        example: {
          requestId: requestIdExample,
          status: 'invalidated',
          cancelledAt: CANCELLED_AT,
          securePaymentToken: null,
        },
      },
    },
    errors: [401, 404, 409, 429],
    problems: PROBLEMS,
  }),
}

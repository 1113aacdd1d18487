import { z } from 'zod'
import { orderSchema } from '../schemas/order.ts'
import {
  amountSchema,
  referenceSchema,
  requestIdSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { customerInfoInputSchema } from './customerInfo.ts'
import { endpoint } from './endpoint.ts'
import { accessPolicySchema, merchantOptions } from './merchantOptions.ts'
import { singleExample } from './securePaymentExamples.ts'
import { tokenParams } from './securePaymentParts.ts'

const revisionSchema = z.int().positive()

const updateBodySchema = z
  .object({
    revision: revisionSchema.describe(
      'The version that the caller has read. If another edit came first, the service rejects the call.',
    ),
    amount: amountSchema
      .optional()
      .describe(
        'The payee’s amount, in units of the invoice currency. Only for a payment with one item.',
      ),
    order: orderSchema
      .nullable()
      .optional()
      .describe(
        'Replaces the whole order; null removes it. Its lines must add up to the amount. Only for a payment with one item.',
      ),
    customerInfo: customerInfoInputSchema
      .nullable()
      .optional()
      .describe('Replaces all of the customer’s data; null removes it.'),
    reference: referenceSchema.nullable().optional(),
    redirectUrl: merchantOptions.redirectUrl
      .nullable()
      .describe(
        'The target of a button after the payment: http or https; null removes the button.',
      ),
    redirectLabel: merchantOptions.redirectLabel
      .nullable()
      .describe('The button’s label; null restores the default.'),
    expiresAt: merchantOptions.expiresAt.describe(
      'The expiry of the link: at least one minute and at most 366 days from now.',
    ),
    accessPolicy: accessPolicySchema
      .nullable()
      .optional()
      .describe(
        'Replaces the payment’s own policy; null removes it. The current policies of its payee destinations stay in force.',
      ),
  })
  .meta({
    id: 'SecurePaymentUpdate',
    description: 'The changes: absent members keep their values.',
  })

/** The operation that edits an unpaid secure payment for its merchant. */
export const editing = {
  securePayment: endpoint({
    id: 'updateSecurePayment',
    host: 'api',
    method: 'PATCH',
    path: '/v2/secure-payments/{token}',
    tag: 'Secure payments',
    audit: 'secure_payment.updated',
    summary: 'Edit a secure payment',
    description:
      'Changes an unpaid payment; its link, its requests and their payment references stay the same. As with `cancel`, the service rejects the call while a payer’s attempt or a payment exists. A page that reads the payment after its attempt began therefore signs the current amount. A payer who signs older calldata pays that older amount into the same request, which is then paid in part or exceeded. An edit of a reusable link changes its later payments; the payments that payers have opened keep their terms. A payout link, and an expired or cancelled link, cannot be edited.',
    auth: ['apiKey', 'session'],
    scope: 'create',
    params: tokenParams,
    body: updateBodySchema,
    bodyExample: {
      revision: 1,
      amount: '15',
      order: { title: 'Two chairs and a lamp', dueDate: '2026-12-31' },
    },
    responses: {
      200: {
        description: 'The secure payment was edited.',
        schema: z
          .object({
            token: ulidSchema,
            revision: revisionSchema.describe('The new version, for the next edit.'),
            requestIds: z
              .array(requestIdSchema)
              .describe('The payment’s requests, which the edit keeps.'),
            updatedAt: timestampSchema,
          })
          .meta({ id: 'SecurePaymentUpdated' }),
        example: {
          token: singleExample.token,
          revision: 2,
          requestIds: singleExample.requestIds,
          updatedAt: '2026-11-02T09:00:00.000Z',
        },
      },
    },
    errors: [400, 401, 404, 409, 410, 429],
    problems: {
      409: 'Another edit came first (`revision_conflict`; `revision` is the current version). Or a payer can still pay, or has paid, the link has expired, or it is a payout link (`edit_refused`): `reason` is `paid`, `seen`, `bridged`, `sent`, `attempt`, `expired` or `payout`, and the message contains the next step.',
      410: 'The merchant cancelled the payment (`payment_not_payable`).',
    },
  }),
}

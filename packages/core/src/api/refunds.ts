import { z } from 'zod'
import {
  limitSchema,
  momentSchema,
  opaqueIdSchema,
  pathIdSchema,
  successSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { cursorSchema, refuseEmptyRange } from './paging.ts'
import {
  keepSchema,
  keptSchema,
  notRefundedSchema,
  refundCandidateSchema,
  refundCreateSchema,
  refundSchema,
  refundStatusSchema,
  requestRefundCreateSchema,
  unmatchedRefundCreateSchema,
} from './refundSchemas.ts'
import { requestExample, requestIdExample } from './requestExamples.ts'
import { requestParams } from './requestPaying.ts'

const MAX_LIMIT = 100

const [PAYMENT] = requestExample.payments

const EXAMPLE = {
  id: '01KB6A1B2C3D4E5F6G7H8J9KAB',
  status: 'open',
  heldReason: null,
  paymentId: PAYMENT.id,
  requestId: requestIdExample,
  unmatchedPaymentId: null,
  reference: 'PO-7781',
  paymentTxHash: PAYMENT.destinationTxHash,
  paymentLogIndex: 7,
  refundRequestId: `01${'5b'.repeat(32)}`,
  paymentReference: '0x19c2e0ab77d4f051',
  approvalId: null,
  network: 'mainnet',
  currency: 'USDC-mainnet',
  amount: '10.002',
  invoiceCurrency: 'USD',
  amountInInvoiceCurrency: '10',
  amountPaid: '0',
  recipient: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  reason: 'Returned goods',
  txHash: null,
  isPaymentOnChain: true,
  createdAt: '2026-11-05T10:00:00.000Z',
  updatedAt: '2026-11-05T10:00:00.000Z',
  confirmedAt: null,
  cancelledAt: null,
} as const

const WAITING = {
  ...EXAMPLE,
  status: 'waiting_for_approval',
  approvalId: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
} as const

const UNMATCHED = {
  ...EXAMPLE,
  ...{ paymentId: null, requestId: null, unmatchedPaymentId: '01KB5A11B2C3D4E5F6G7H8J9KB' },
  ...{ currency: 'USDT-mainnet', invoiceCurrency: 'USDT-mainnet', amountInInvoiceCurrency: null },
  reason: 'Wrong token',
} as const

const CANDIDATE = {
  requestId: requestIdExample,
  reference: 'PO-7781',
  reason: 'overpaid',
  amount: 'excess',
  network: 'mainnet',
  currency: 'USDC-mainnet',
  refundAmount: '10.002',
  requestAmount: '10',
  paidAmount: '20',
  invoiceCurrency: 'USD',
  payments: [
    {
      paymentId: PAYMENT.id,
      amount: '10.002',
      payerAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    },
  ],
  kept: null,
  updatedAt: '2026-11-05T10:00:00.000Z',
} as const

const KEPT = {
  amount: '10.002',
  reason: 'The customer left it as a tip',
  decidedAt: '2026-11-05T10:00:00.000Z',
} as const

const shared = { host: 'api', tag: 'Refunds', auth: ['apiKey', 'session'] } as const

const refundParams = z.object({ id: pathIdSchema.describe('Id of the refund (a ULID).') })

const listedSchema = z
  .object({ refunds: z.array(refundSchema), notRefunded: notRefundedSchema })
  .meta({ id: 'RequestRefunds' })

const CREATE_PROBLEMS = {
  403: 'The credential lacks the scope `refunds`.',
  409: 'The amount is more than is left to refund (`refund_exceeds_payment`, with the amount that is left). The service cannot determine a wallet that can receive the money (`refund_recipient_needed`, with the reason). The payment cannot be refunded here (`refund_unsupported`), too many payments would be needed (`refund_spans_payments`), or the request has 1,000 refunds (`too_many_refunds`). Or a call with the same Idempotency-Key is still running.',
} as const

/** Operations on refunds, and on requests that may need one. */
export const refunds = {
  create: endpoint({
    ...shared,
    id: 'createRefund',
    method: 'POST',
    path: '/v2/payments/{id}/refunds',
    audit: 'refund.created',
    summary: 'Refund a payment',
    scope: 'refunds',
    description:
      'Creates a refund of one payment, in the token that arrived. The merchant then pays `refundRequestId` like any payout. The refunds of a payment, including unpaid ones, never exceed what the payee received. A refund that is worth at least the approval limit waits for a second member’s approval.',
    idempotent: true,
    params: z.object({ id: pathIdSchema.describe('Id of the payment (a ULID).') }),
    body: refundCreateSchema,
    bodyExample: { amount: 'all', reason: 'Returned goods' },
    otherBodyExamples: {
      part: { amount: '10.002', recipient: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
      invoiced: { amountInInvoiceCurrency: '10' },
    },
    responses: {
      201: { description: 'The refund can be paid.', schema: refundSchema, example: EXAMPLE },
      202: {
        description: 'The refund waits for a second member’s approval.',
        schema: refundSchema,
        example: WAITING,
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      ...CREATE_PROBLEMS,
      404: 'The merchant has no confirmed payment with this id (`payment_not_found`).',
    },
  }),

  createForRequest: endpoint({
    ...shared,
    id: 'createRequestRefunds',
    method: 'POST',
    path: '/v2/request/{requestId}/refunds',
    audit: 'refund.created',
    summary: 'Refund a request',
    scope: 'refunds',
    description:
      'Distributes an amount over a request’s payments, newest first, and creates one refund per payment, or none. Each goes to the wallet that paid. `all` and `excess` leave out dust and payments without a safe recipient; `notRefunded` names them.',
    idempotent: true,
    params: requestParams,
    body: requestRefundCreateSchema,
    bodyExample: { amount: 'excess' },
    otherBodyExamples: { all: { amount: 'all', reason: 'Order cancelled' } },
    responses: {
      201: {
        description: 'The refunds can be paid.',
        schema: listedSchema,
        example: { refunds: [EXAMPLE], notRefunded: [] },
      },
      202: {
        description: 'The refunds wait for a second member’s approval.',
        schema: listedSchema,
        example: { refunds: [WAITING], notRefunded: [] },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: CREATE_PROBLEMS,
  }),

  createForUnmatched: endpoint({
    ...shared,
    id: 'createUnmatchedRefund',
    method: 'POST',
    path: '/v2/unmatched-payments/{id}/refunds',
    audit: 'refund.created',
    summary: 'Refund money that matches no request',
    scope: 'refunds',
    description:
      'Creates a refund of an unmatched payment, for example in a token other than the requested one. The service reads the received amount and the payer from the chain. The payment’s refunds never exceed that amount. A payment with a refund cannot be claimed. After a claim, refund the request instead.',
    idempotent: true,
    params: z.object({ id: pathIdSchema.describe('Id of the unmatched payment.') }),
    body: unmatchedRefundCreateSchema,
    bodyExample: { amount: 'all', reason: 'Wrong token' },
    responses: {
      201: {
        description: 'The refund can be paid.',
        schema: refundSchema,
        example: UNMATCHED,
      },
      202: {
        description: 'The refund waits for a second member’s approval.',
        schema: refundSchema,
        example: { ...UNMATCHED, status: WAITING.status, approvalId: WAITING.approvalId },
      },
    },
    errors: [400, 401, 403, 404, 409, 429, 503],
    problems: {
      ...CREATE_PROBLEMS,
      404: 'The merchant has no unmatched payment with this id, or the chain no longer has it (`unmatched_payment_not_found`).',
      409: 'The amount is more than is left to refund (`refund_exceeds_payment`, with the amount that is left). The service cannot determine a wallet that can receive the money (`refund_recipient_needed`, with the reason). The payment cannot be refunded here (`refund_unsupported`, with the reason). Or a call with the same Idempotency-Key is still running.',
    },
  }),

  list: endpoint({
    ...shared,
    id: 'listRefunds',
    method: 'GET',
    path: '/v2/refunds',
    summary: 'List refunds',
    scope: 'read',
    description: 'Returns the refunds that match every filter, newest first.',
    query: z
      .object({
        status: refundStatusSchema.optional(),
        requestId: opaqueIdSchema.optional().describe('Refunds of this request’s payments.'),
        paymentId: opaqueIdSchema.optional().describe('Refunds of this payment.'),
        unmatchedPaymentId: opaqueIdSchema
          .optional()
          .describe('Refunds of this unmatched payment.'),
        securePaymentToken: opaqueIdSchema
          .optional()
          .describe(
            'Refunds that this link pays: the `token` from `POST /v2/secure-payments/refunds`.',
          ),
        reference: freeText({ min: 1, max: 255 })
          .optional()
          .describe('The merchant’s reference for the refunded request, as an exact match.'),
        fromDate: momentSchema.optional().describe('Refunds created at this time or later.'),
        toDate: momentSchema
          .optional()
          .describe('Refunds created at this time or earlier; must be later than fromDate.'),
        limit: limitSchema(MAX_LIMIT)
          .optional()
          .describe('Page size, from 1 to 100; 50 by default.'),
        cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
      })
      .superRefine(refuseEmptyRange),
    responses: {
      200: {
        description: 'One page of refunds.',
        schema: z
          .object({
            refunds: z.array(refundSchema),
            nextCursor: cursorSchema
              .nullable()
              .describe('Pass as `cursor` for the next page; null on the last.'),
          })
          .meta({ id: 'RefundPage' }),
        example: { refunds: [EXAMPLE], nextCursor: null },
      },
    },
    errors: [400, 401, 429],
  }),

  candidates: endpoint({
    ...shared,
    id: 'listRefundCandidates',
    method: 'GET',
    path: '/v2/refund-candidates',
    summary: 'List requests to refund',
    scope: 'read',
    description:
      'Returns the requests for which a refund may be due: they received more than their amount, or money arrived late or after a cancellation. Money of existing refunds, unpaid ones included, does not count. Less than a ten-thousandth of the amount does not count either. The most recently changed request comes first. A page may have fewer than `limit` requests and still have a `nextCursor`.',
    query: z.object({
      decision: z
        .enum(['open', 'kept'])
        .optional()
        .describe(
          '`open`, the default: requests to decide on. `kept`: requests whose money the merchant keeps, the most recent decision first.',
        ),
      fromDate: momentSchema
        .optional()
        .describe(
          'Only requests that changed, or on which the merchant decided, at this time or later.',
        ),
      limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
      cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
    }),
    responses: {
      200: {
        description: 'One page of requests.',
        schema: z
          .object({
            candidates: z.array(refundCandidateSchema),
            nextCursor: cursorSchema
              .nullable()
              .describe('Pass as `cursor` for the next page; null on the last.'),
          })
          .meta({ id: 'RefundCandidatePage' }),
        example: { candidates: [CANDIDATE], nextCursor: null },
      },
    },
    errors: [400, 401, 429],
  }),

  keep: endpoint({
    ...shared,
    id: 'keepSurplus',
    method: 'POST',
    path: '/v2/refund-candidates/{requestId}/keep',
    audit: 'surplus.kept',
    summary: 'Keep the money of a refund candidate',
    scope: 'refunds',
    description:
      'Records the decision not to refund a candidate’s money, for example because the payer agreed to a tip or a credit. The request leaves the list of candidates. If more money arrives later, the request returns to the list with that money only. A refund of the kept money, or a reorganisation that removes its payment, ends the decision. Repeating the call returns the same decision.',
    params: requestParams,
    body: keepSchema,
    bodyExample: { amount: KEPT.amount, reason: KEPT.reason },
    responses: {
      200: { description: 'The money is kept.', schema: keptSchema, example: KEPT },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      409: 'The amount to decide on has changed (`refund_candidate_changed`, with the current `refundAmount`).',
    },
  }),

  unkeep: endpoint({
    ...shared,
    id: 'unkeepSurplus',
    method: 'DELETE',
    path: '/v2/refund-candidates/{requestId}/keep',
    audit: 'surplus.released',
    summary: 'Revoke the decision to keep money',
    scope: 'refunds',
    description: 'Ends a decision to keep money: the request is a candidate again. Idempotent.',
    params: requestParams,
    responses: {
      200: {
        description: 'The merchant no longer keeps money of the request.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 403, 404, 429],
  }),

  get: endpoint({
    ...shared,
    id: 'getRefund',
    method: 'GET',
    path: '/v2/refunds/{id}',
    summary: 'Read a refund',
    description:
      'Returns one refund of the merchant with its status and, once it is paid, its transaction.',
    scope: 'read',
    etag: true,
    params: refundParams,
    responses: {
      200: { description: 'The refund.', schema: refundSchema, example: EXAMPLE },
    },
    errors: [401, 404, 429],
  }),

  cancel: endpoint({
    ...shared,
    id: 'cancelRefund',
    method: 'POST',
    path: '/v2/refunds/{id}/cancel',
    audit: 'refund.cancelled',
    summary: 'Cancel a refund',
    scope: 'refunds',
    description:
      'The service then returns no more transactions that pay the refund, and its unpaid amount can be refunded again. The call is rejected while a payment for the refund is being confirmed, and once the refund is paid in full. Repeating the call returns the same refund. A transaction that the service returned earlier can still be sent: the service then confirms the refund.',
    params: refundParams,
    responses: {
      200: {
        description: 'The refund is cancelled.',
        schema: refundSchema,
        example: {
          ...EXAMPLE,
          status: 'cancelled',
          updatedAt: '2026-11-05T11:00:00.000Z',
          cancelledAt: '2026-11-05T11:00:00.000Z',
        },
      },
    },
    errors: [401, 404, 409, 429],
    problems: {
      409: 'The refund is paid in full, or a payment for it is being confirmed (`refund_not_cancellable`): `reason` is `paid` or `seen`, and the message contains the next step. Or several refunds wait for the same approval (`approval`): decline that approval instead.',
    },
  }),
}

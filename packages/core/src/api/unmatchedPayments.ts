import { z } from 'zod'
import {
  addressSchema,
  decimalSchema,
  limitSchema,
  momentSchema,
  networkIdSchema,
  opaqueIdSchema,
  pathIdSchema,
  paymentReferenceSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { cursorSchema } from './paging.ts'
import { refundedFacts } from './refundSchemas.ts'
import { requestIdExample } from './requestExamples.ts'

const MAX_LIMIT = 100

/** The filters and the paging parameters for a list of unmatched payments. */
const unmatchedPaymentQuerySchema = z.object({
  network: networkIdSchema.optional(),
  txHash: txHashSchema.optional(),
  payee: addressSchema.optional(),
  requestId: opaqueIdSchema
    .optional()
    .describe('Returns payments with this request’s payment reference.'),
  reference: freeText({ min: 1, max: 255 })
    .optional()
    .describe('Returns payments for requests with this merchant reference, as an exact match.'),
  paymentReference: paymentReferenceSchema
    .optional()
    .describe('Returns payments with this payment reference, even if no request has it now.'),
  scope: z
    .enum(['notable', 'open', 'all'])
    .optional()
    .describe(
      '`notable` omits payments below 0.10 USD, in a token that the service does not list, or to a payee that is not the merchant’s. Anyone can create many such payments. `open` returns those of `notable` that no claim and no refund has settled yet; a cancelled refund does not count. The default is `all` with `txHash`, `requestId`, `reference` or `paymentReference`, otherwise `notable`.',
    ),
  reason: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .describe('An exact match, such as `wrong_token` or `unknown_reference`.'),
  fromDate: momentSchema.optional().describe('Returns payments detected at this time or later.'),
  toDate: momentSchema.optional().describe('Returns payments detected at this time or earlier.'),
  limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
  cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
})

/** The query for a list of unmatched payments, parsed. */
export type UnmatchedPaymentQuery = z.output<typeof unmatchedPaymentQuerySchema>

const unmatchedPaymentSchema = z
  .object({
    id: ulidSchema,
    network: networkIdSchema,
    txHash: txHashSchema,
    logIndex: z.int().nonnegative(),
    blockNumber: z.int().nonnegative(),
    tokenAddress: addressSchema.nullable().describe('Null for the native coin.'),
    payerAddress: addressSchema
      .nullable()
      .describe(
        'The owner of the money, as in payments. It may be an exchange’s wallet or a contract, so agree with the payer before you refund it. Null if the service could not read the owner at detection, and for payments that earlier releases recorded.',
      ),
    payee: addressSchema,
    amountUnits: z
      .string()
      .regex(/^\d{1,78}$/)
      .describe('In base units of the token.'),
    currency: z
      .string()
      .nullable()
      .describe('Symbol; null for a token that the service does not list.'),
    amount: z.string().nullable().describe('In whole units; null for an unlisted token.'),
    worthUsd: z
      .string()
      .nullable()
      .describe('Value in US dollars at detection; null without a rate.'),
    isNotable: z.boolean().describe('Whether `scope=notable` lists the payment.'),
    reason: z
      .string()
      .describe(
        'Reason why the payment matches no request: `unknown_reference`, `wrong_token`, `wrong_payee`, `wrong_network`, `nothing_arrived` and others.',
      ),
    requestId: requestIdSchema
      .nullable()
      .describe('The request with the payment’s reference; null if no request has that reference.'),
    reference: z.string().nullable().describe('The merchant’s reference for that request.'),
    paymentReference: paymentReferenceSchema
      .nullable()
      .describe(
        'The payment’s reference. Null if the reference is unknown and not in the calldata.',
      ),
    claimedRequestId: requestIdSchema
      .nullable()
      .describe('The request for which the payment was claimed.'),
    refundedAmount: decimalSchema.describe(
      'The part that confirmed payments for its refunds gave back, in whole units; `0` for an unlisted token.',
    ),
    refundStatus: refundedFacts.refundStatus,
    detectedAt: timestampSchema,
  })
  .meta({ id: 'UnmatchedPayment', description: 'Money on chain that matches no request.' })

const pageSchema = z
  .object({
    unmatchedPayments: z.array(unmatchedPaymentSchema),
    nextCursor: cursorSchema.nullable().describe('Null on the last page.'),
  })
  .meta({ id: 'UnmatchedPaymentPage' })

const EXAMPLE = {
  id: '01KB5A11B2C3D4E5F6G7H8J9KB',
  network: 'base',
  txHash: `0x5ac0${'0'.repeat(58)}e1`,
  logIndex: 7,
  blockNumber: 21_000_000,
  tokenAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  payerAddress: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  payee: '0x8a5f00000000000000000000000000000000d5e4',
  amountUnits: '12500000',
  currency: 'USDC',
  amount: '12.5',
  worthUsd: '12.49875',
  isNotable: true,
  reason: 'unknown_reference',
  requestId: null,
  reference: null,
  paymentReference: '0x7d1e0a92c4b85f36',
  claimedRequestId: null,
  refundedAmount: '0',
  refundStatus: 'none',
  detectedAt: '2026-11-02T09:00:00.000Z',
} as const

const PAGE = {
  200: {
    description: 'One page, newest first.',
    schema: pageSchema,
    example: { unmatchedPayments: [EXAMPLE], nextCursor: null },
  },
} as const

/** Operations on payments that match no request. */
export const unmatchedPayments = {
  list: endpoint({
    id: 'listUnmatchedPayments',
    host: 'api',
    method: 'GET',
    path: '/v2/unmatched-payments',
    tag: 'Payments',
    summary: 'List payments that match no request',
    description:
      'Lists payments that have the reference of one of the merchant’s requests but do not pay that request. Also lists payments to the merchant’s payees with unknown references. These payees are wallets of members, and wallets that only this merchant had named in requests at the time of the payment.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    query: unmatchedPaymentQuerySchema,
    responses: PAGE,
    errors: [400, 401, 429],
  }),

  claim: endpoint({
    id: 'claimUnmatchedPayment',
    host: 'api',
    method: 'POST',
    path: '/v2/unmatched-payments/{id}/claim',
    tag: 'Payments',
    audit: 'unmatched_payment.claimed',
    summary: 'Claim a payment with an unknown reference for a request',
    description:
      'After a restore, assigns the payment of a lost request to the request that was created in its place. Payee, token, fee and amount must match the request exactly, and the request must be unpaid. The service reads the payment from the chain again. The call is idempotent; a payment can be claimed once, and not while it has a refund.',
    auth: ['apiKey', 'session'],
    scope: 'create',
    params: z.object({ id: pathIdSchema.describe('Id of the unmatched payment.') }),
    body: z
      .object({ requestId: requestIdSchema.describe('The unpaid request that the payment pays.') })
      .meta({ id: 'UnmatchedPaymentClaim' }),
    bodyExample: { requestId: requestIdExample },
    responses: {
      200: {
        description: 'The payment counts towards the request.',
        schema: unmatchedPaymentSchema,
        example: { ...EXAMPLE, claimedRequestId: requestIdExample },
      },
    },
    errors: [400, 401, 404, 409, 429, 503],
    problems: {
      409: 'The payment does not match the request, was claimed for another one or has a refund, or the request is paid (`claim_refused`).',
      429: 'The rate limit is reached, or 20 of the merchant’s claims within a minute did not match the chain (`too_many_claims`).',
    },
  }),
}

/** The operator's list: the payments of all merchants, and those that the service cannot assign to one merchant. */
export const listAllUnmatchedPayments = endpoint({
  id: 'listAllUnmatchedPayments',
  host: 'auth',
  method: 'GET',
  path: '/v1/operator/unmatched-payments',
  tag: 'Operator',
  summary: 'List all merchants’ payments that match no request',
  description: 'Includes payments to payees that several merchants use.',
  auth: ['apiKey'],
  query: unmatchedPaymentQuerySchema,
  responses: PAGE,
  errors: [400, 401, 403, 429],
  problems: { 403: 'Only the operator’s API key may do this (`operator_only`).' },
})

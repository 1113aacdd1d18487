import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursorSchema } from './paging.ts'
import { requestIdExample } from './requestExamples.ts'
import {
  addressSchema,
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
} from './schemas.ts'
import { freeText } from './text.ts'

const MAX_LIMIT = 100

/** The filters and the page of a list of unmatched payments. */
export const unmatchedPaymentQuerySchema = z.object({
  network: networkIdSchema.optional(),
  txHash: txHashSchema.optional(),
  payee: addressSchema.optional(),
  requestId: opaqueIdSchema.optional().describe('Those that carry the reference of this request.'),
  reference: freeText({ min: 1, max: 255 })
    .optional()
    .describe('Those of requests with this reference of the merchant, exactly.'),
  paymentReference: paymentReferenceSchema
    .optional()
    .describe('Those that carry it, also where no request has it any more.'),
  scope: z
    .enum(['notable', 'all'])
    .optional()
    .describe(
      '`notable` leaves out what moved less than 0.10 USD, or a token that the service does not list, or went to a payee that is not the merchant’s: anybody can make many of those. `all` by default where `txHash`, `requestId`, `reference` or `paymentReference` is given, else `notable`.',
    ),
  reason: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .describe('Exactly, such as `wrong_token` or `unknown_reference`.'),
  fromDate: momentSchema.optional().describe('Detected at this moment or later.'),
  toDate: momentSchema.optional().describe('Detected at this moment or earlier.'),
  limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
  cursor: cursorSchema.optional().describe('`nextCursor` of the last page.'),
})

/** The query of a list of unmatched payments, parsed. */
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
        'The owner of the money, as payments have it: an exchange’s wallet or a contract may stand there, so agree with the payer before you send anything back. Null where the chain did not show it at once, and for payments recorded by earlier releases.',
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
      .describe('In US dollars when it was detected; null where no rate told.'),
    isNotable: z.boolean().describe('Whether `scope=notable` lists it.'),
    reason: z
      .string()
      .describe(
        'Why it pays nothing: `unknown_reference`, `wrong_token`, `wrong_payee`, `wrong_network`, `nothing_arrived` and others.',
      ),
    requestId: requestIdSchema
      .nullable()
      .describe('The request whose reference it carries; null when no request has it.'),
    reference: z.string().nullable().describe('The merchant’s, of that request.'),
    paymentReference: paymentReferenceSchema
      .nullable()
      .describe('The one that it carries. Null where the calldata does not show an unknown one.'),
    claimedRequestId: requestIdSchema.nullable().describe('The request that it was claimed for.'),
    detectedAt: timestampSchema,
  })
  .meta({ id: 'UnmatchedPayment', description: 'Money on the chain that pays no request.' })

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
  detectedAt: '2026-11-02T09:00:00.000Z',
} as const

const PAGE = {
  200: {
    description: 'One page, newest first.',
    schema: pageSchema,
    example: { unmatchedPayments: [EXAMPLE], nextCursor: null },
  },
} as const

/** Money that pays no request. */
export const unmatchedPayments = {
  list: endpoint({
    id: 'listUnmatchedPayments',
    host: 'api',
    method: 'GET',
    path: '/v2/unmatched-payments',
    tag: 'Payments',
    summary: 'List payments that pay no request',
    description:
      'Payments that carry the reference of a request of the merchant and do not pay it, and payments of unknown references to a payee that is the merchant’s: the wallet of a member, or one that it alone had named in requests when the payment was made.',
    auth: ['apiKey', 'session'],
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
    summary: 'Count a payment of an unknown reference for a request',
    description:
      'After a restore a request that was created again takes the payment of the one that was lost: payee, token, fee and amount must be exactly those of the request, which must be unpaid. The payment is read from the chain once more. Safe to repeat; a payment is claimed once.',
    auth: ['apiKey', 'session'],
    params: z.object({ id: pathIdSchema.describe('Id of the unmatched payment.') }),
    body: z
      .object({ requestId: requestIdSchema.describe('The unpaid request that it pays.') })
      .meta({ id: 'UnmatchedPaymentClaim' }),
    bodyExample: { requestId: requestIdExample },
    responses: {
      200: {
        description: 'It counts for the request.',
        schema: unmatchedPaymentSchema,
        example: { ...EXAMPLE, claimedRequestId: requestIdExample },
      },
    },
    errors: [400, 401, 404, 409, 429, 503],
    problems: {
      409: 'It does not fit the request, was claimed for another one, or the request is paid (`claim_refused`).',
      429: 'The rate is used up, or 20 claims of the merchant within a minute did not fit what the chain has (`too_many_claims`).',
    },
  }),
}

/** The operator's list: of all merchants, and of payments without a definite merchant. */
export const listAllUnmatchedPayments = endpoint({
  id: 'listAllUnmatchedPayments',
  host: 'auth',
  method: 'GET',
  path: '/v1/operator/unmatched-payments',
  tag: 'Operator',
  summary: 'List payments that pay no request, of all merchants',
  description: 'Includes payments to payees that several merchants name.',
  auth: ['apiKey'],
  query: unmatchedPaymentQuerySchema,
  responses: PAGE,
  errors: [400, 401, 403, 429],
  problems: { 403: 'Only an API key of the operator may do this (`operator_only`).' },
})

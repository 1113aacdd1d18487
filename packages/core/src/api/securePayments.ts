import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { payoutLinks } from './payoutLinks.ts'
import {
  addressSchema,
  evmTxHashSchema,
  paymentReferenceSchema,
  requestIdSchema,
  securePaymentFlowSchema,
  securePaymentStatusSchema,
  timestampSchema,
  ulidSchema,
  urlSchema,
} from './schemas.ts'
import { securePaymentAttempts } from './securePaymentAttempts.ts'
import { createBodySchema, intentBodySchema } from './securePaymentBodies.ts'
import { securePaymentPaySchema } from './securePaymentCalldata.ts'
import { securePaymentEvents } from './securePaymentEvents.ts'
import {
  batchExample,
  batchPayExample,
  convertedExample,
  crosschainPayExample,
  manyChainsExample,
  payExample,
  singleExample,
  tronPayExample,
} from './securePaymentExamples.ts'
import {
  CROSSCHAIN_PAYING_PROBLEMS,
  chainSchema,
  PAYMENT_PROBLEMS,
  SAFE_PROBLEM,
  tokenParams,
  tokenSymbolSchema,
} from './securePaymentParts.ts'
import { securePaymentPermits } from './securePaymentPermits.ts'
import { securePaymentSchema } from './securePaymentSchemas.ts'
import { securePaymentTron } from './securePaymentTron.ts'
import { securePaymentUserEvents } from './securePaymentUserEvents.ts'

const SAFE_TX_HASH = `0x${'3f'.repeat(32)}`
const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

/** Hosted payments: create one, show it, pay it, and prevent two devices from paying it twice. */
export const securePayments = {
  create: endpoint({
    id: 'createSecurePayment',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments',
    tag: 'Secure payments',
    summary: 'Create a secure payment',
    description:
      'Creates one request an item and a hosted page that takes the payment. The link lives for a week by default.',
    auth: ['apiKey', 'clientId', 'session'],
    idempotent: true,
    body: createBodySchema,
    bodyExample: {
      requests: [
        {
          payee: singleExample.payee,
          invoiceCurrency: 'USDC-base',
          paymentCurrency: 'USDC-base',
          amount: '12.5',
        },
      ],
      reference: 'PO-7781',
    },
    responses: {
      201: {
        description: 'The secure payment was created.',
        schema: z
          .object({
            requestIds: z
              .array(requestIdSchema)
              .describe('One an item, in the order of the items.'),
            securePaymentUrl: urlSchema.describe('The hosted page.'),
            token: ulidSchema,
          })
          .meta({ id: 'SecurePaymentCreated' }),
        example: {
          requestIds: singleExample.requestIds,
          securePaymentUrl: `https://pay.example.test/?token=${TOKEN}`,
          token: TOKEN,
        },
      },
    },
    errors: [400, 401, 403, 429],
  }),

  list: endpoint({
    id: 'findSecurePayment',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments',
    tag: 'Secure payments',
    summary: 'Find the secure payment of a request',
    auth: ['session'],
    query: z.object({
      requestId: requestIdSchema.describe('One of the requests of the secure payment.'),
    }),
    responses: {
      200: {
        description: 'The secure payment, in any status.',
        schema: z
          .object({
            token: ulidSchema,
            securePaymentUrl: urlSchema.describe('The hosted page.'),
            status: securePaymentStatusSchema,
            paymentType: z.enum(['single', 'batch']),
            flow: securePaymentFlowSchema,
            createdAt: timestampSchema,
            expiresAt: timestampSchema,
            redirectUrl: urlSchema.nullable(),
            redirectLabel: z.string().nullable(),
          })
          .meta({ id: 'SecurePaymentSummary' }),
        example: {
          token: TOKEN,
          securePaymentUrl: `https://pay.example.test/?token=${TOKEN}`,
          status: 'pending',
          paymentType: 'single',
          flow: 'get_paid',
          createdAt: singleExample.createdAt,
          expiresAt: singleExample.expiresAt,
          redirectUrl: 'https://shop.example.test/thank-you',
          redirectLabel: 'Back to the shop',
        },
      },
    },
    errors: [401, 404, 429],
    problems: {
      404: 'No request of the caller has this id, or it belongs to no secure payment.',
    },
  }),

  // Before the operations on one token, whose paths would match this one.
  ...payoutLinks,

  get: endpoint({
    id: 'getSecurePayment',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}',
    tag: 'Secure payments',
    summary: 'Read a secure payment',
    description:
      'Everything a payment page shows, without calldata. With `wallet` the answer includes `paymentOptions`: on the payment’s own network, and for USDC and USDT on other chains where this host serves a bridge. Chains that do not answer within 1.5 s are named and left out. With `completed=show` a completed payment is an answer like any other; without, expired (403) and completed (409) payments answer a problem that carries the payment’s status as `paymentStatus` and the whole object as `payment`.',
    auth: ['apiKey', 'clientId'],
    takesClientIdInQuery: true,
    etag: true,
    params: tokenParams,
    query: z.object({
      wallet: addressSchema.optional().describe('Payer; adds paymentOptions.'),
      completed: z
        .literal('show')
        .optional()
        .describe('Answer 200 in place of 409 when the payment is completed.'),
      clientId: z
        .string()
        .max(200)
        .optional()
        .describe(
          'In place of the header `x-client-id`, so that a browser asks for no leave first.',
        ),
    }),
    responses: {
      200: {
        description: 'The secure payment can be paid.',
        schema: securePaymentSchema,
        example: singleExample,
        otherExamples: {
          converted: convertedExample,
          batch: batchExample,
          manyChains: manyChainsExample,
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 423, 429],
    problems: { ...PAYMENT_PROBLEMS, ...SAFE_PROBLEM },
  }),

  pay: endpoint({
    id: 'getSecurePaymentCalldata',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}/pay',
    tag: 'Secure payments',
    summary: 'Get the transactions that pay a secure payment',
    description:
      'Transactions for the payer to sign in order, for what remains to be paid and the fee on it. A batch answers its own shape. While a transaction that covers the rest is being confirmed there is nothing to sign: 409 `payment_processing`. Without `wallet`, approvals are assumed to be needed and balances are not read. With `chain` and `token` of another chain (`wallet` is then required, and no batch is paid so) the transactions are for that chain: an approval, always, and the one that a bridge takes to make the payment; they may be signed until `quoteExpiresAt`. On Tron `chain` and `token` are refused, transactions carry `chainType` and `feeLimit`, and with `wallet` the metadata tells as `tron` what the wallet has and needs; without it the approval is always there.',
    auth: ['apiKey', 'clientId'],
    params: tokenParams,
    query: withChainPair(
      z.object({
        wallet: addressSchema.optional().describe('Payer, for approvals and balances.'),
        chain: chainSchema.optional(),
        token: tokenSymbolSchema.optional(),
      }),
    ),
    responses: {
      200: {
        description: 'Calldata of a single payment, or of a batch.',
        schema: securePaymentPaySchema,
        example: payExample,
        otherExamples: {
          crosschain: crosschainPayExample,
          tron: tronPayExample,
          batch: batchPayExample,
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 423, 429],
    problems: { ...CROSSCHAIN_PAYING_PROBLEMS, ...SAFE_PROBLEM },
  }),

  intent: endpoint({
    id: 'createSecurePaymentIntent',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/intent',
    tag: 'Secure payments',
    summary: 'Report a broadcast payment transaction',
    description:
      'Sent by the payer’s page after the wallet returned a hash, so that the payment is looked for at once. One on another chain is followed across the bridge to its end: paid, refunded or failed. Says nothing about being paid. A payment on Tron takes none: its transaction goes through `tron/broadcast`. Repeating it with the same hash answers the same intent; once the bridge has been silent for a day, it is followed anew. With `safeTxHash` instead of `txHash` the transaction waits for the signers of a Safe: reading, calldata and attempts answer 423 `payment_in_progress` until it is seen on chain, the attempt is released, or its time is over. As nothing proves that there is a Safe, that is what is left of the hour a day for which attempts may hold a payment.',
    auth: ['apiKey', 'clientId'],
    params: tokenParams,
    body: intentBodySchema,
    bodyExample: { txHash: singleExample.transactions[0].txHash, chain: 'BASE', token: 'USDC' },
    otherBodyExamples: {
      safe: {
        safeTxHash: SAFE_TX_HASH,
        chain: 'BASE',
        token: 'USDC',
        safePaymentDeadline: 1_793_610_000,
      },
    },
    responses: {
      200: {
        description: 'The transaction is being looked for.',
        schema: z
          .object({
            intentId: ulidSchema,
            paymentReference: paymentReferenceSchema,
            txHash: evmTxHashSchema.optional().describe('When it was sent.'),
            safeTxHash: evmTxHashSchema.optional().describe('When it was sent without `txHash`.'),
            isListening: z.boolean(),
          })
          .meta({ id: 'SecurePaymentIntent' }),
        example: {
          intentId: '01KB50A1B2C3D4E5F6G7H8J9KA',
          paymentReference: '0x7d1e0a92c4b85f36',
          txHash: singleExample.transactions[0].txHash,
          isListening: true,
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 423, 429],
    problems: { ...PAYMENT_PROBLEMS, ...SAFE_PROBLEM },
  }),

  ...securePaymentAttempts,
  ...securePaymentTron,
  ...securePaymentUserEvents,
  ...securePaymentPermits,
  ...securePaymentEvents,
}

function withChainPair<
  S extends z.ZodType<{ chain?: string | undefined; token?: string | undefined }>,
>(schema: S): S {
  return schema.superRefine((query, context) => {
    if ((query.chain === undefined) === (query.token === undefined)) return
    const [present, missing] = query.chain === undefined ? ['token', 'chain'] : ['chain', 'token']
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: `is required together with ${present}`,
      params: { code: 'required' },
    })
  })
}

import { z } from 'zod'
import {
  addressSchema,
  evmTxHashSchema,
  paymentReferenceSchema,
  requestIdSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { optionMember } from './accepts.ts'
import { cancelling } from './cancelling.ts'
import { combinedPayouts } from './combinedPayouts.ts'
import { editing } from './editing.ts'
import { endpoint } from './endpoint.ts'
import { feePlanMember, feePreviews } from './feePlans.ts'
import { payoutLinks } from './payoutLinks.ts'
import { quoteMember } from './quoteSchemas.ts'
import { receipts } from './receipts.ts'
import { refundLinks } from './refundLinks.ts'
import { reusableLinks } from './reusableLinks.ts'
import { securePaymentAttempts } from './securePaymentAttempts.ts'
import { createBodySchema, intentBodySchema } from './securePaymentBodies.ts'
import { securePaymentPaySchema } from './securePaymentCalldata.ts'
import { securePaymentCompatibility } from './securePaymentCompatibility.ts'
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
  securePaymentListExamples,
  securePaymentListQuerySchema,
  securePaymentListSchema,
} from './securePaymentList.ts'
import { securePaymentOptions } from './securePaymentOptions.ts'
import {
  CROSSCHAIN_PAYING_PROBLEMS,
  chainSchema,
  PAYMENT_PROBLEMS,
  SAFE_PROBLEM,
  tokenParams,
  tokenSymbolSchema,
  withChainPair,
} from './securePaymentParts.ts'
import { securePaymentPermits } from './securePaymentPermits.ts'
import { securePaymentQuotes } from './securePaymentQuotes.ts'
import { securePaymentSchema } from './securePaymentSchemas.ts'
import { securePaymentSigned, signedMember } from './securePaymentSigned.ts'
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
      'Creates one request per item, and a hosted page that accepts the payment. The link is valid for one week by default. With `isReusable`, any number of payers pay it: `open` creates a secure payment for each of them.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
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
              .describe('One request per item, in the order of the items.'),
            securePaymentUrl: urlSchema.describe('The hosted page.'),
            token: ulidSchema,
            ...feePlanMember,
          })
          .meta({ id: 'SecurePaymentCreated' }),
        example: {
          requestIds: singleExample.requestIds,
          securePaymentUrl: `https://pay.example.test/?token=${TOKEN}`,
          token: TOKEN,
          feePlan: null,
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
    summary: 'List secure payments, or find the one for a request',
    description:
      'Returns a page of the merchant’s secure payments, newest first. With `requestId` it returns the one secure payment for that request, in a shorter form. A program without a browser may send a session’s value as `Authorization: Bearer`.',
    auth: ['apiKey', 'session'],
    takesBearerSession: true,
    scope: 'read',
    query: securePaymentListQuerySchema,
    responses: {
      200: {
        description:
          'A page; with `requestId`, the secure payment for that request, in any status.',
        schema: securePaymentListSchema,
        example: securePaymentListExamples.page,
        otherExamples: { ofRequest: securePaymentListExamples.ofRequest },
      },
    },
    errors: [400, 401, 404, 429],
    problems: {
      404: 'The caller has no request with the id in `requestId`, or that request belongs to no secure payment.',
    },
  }),

  // These operations precede those on one token, whose paths would match these paths too.
  ...payoutLinks,
  ...feePreviews,
  ...combinedPayouts,
  ...refundLinks,
  ...reusableLinks,

  cancel: cancelling.securePayment,
  update: editing.securePayment,
  get: endpoint({
    id: 'getSecurePayment',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}',
    tag: 'Secure payments',
    summary: 'Read a secure payment',
    description:
      'Returns the data of a payment page, without calldata. With `wallet` the response includes `paymentOptions`: on the payment’s own network, and for USDC and USDT on other chains if this host serves a bridge. The response omits chains that do not respond within 1.5 s, and lists their names. With `completed=show` a completed payment returns 200. Otherwise, expired (403) and completed (409) payments return a problem that contains the payment’s status as `paymentStatus` and the whole object as `payment`. A client ID cannot read a reusable link that is open (403 `link_reusable`, with the object as `payment`): `open` it, and read the payer’s own payment.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    takesClientIdInQuery: true,
    etag: true,
    params: tokenParams,
    query: z.object({
      wallet: addressSchema.optional().describe('The payer; adds paymentOptions to the response.'),
      completed: z
        .literal('show')
        .optional()
        .describe('Returns 200 instead of 409 for a completed payment.'),
      clientId: z
        .string()
        .max(200)
        .optional()
        .describe('Replaces the header `x-client-id`, so that a browser sends no preflight.'),
      ...optionMember,
      preview: z
        .literal('true')
        .optional()
        .describe(
          'The reader is not a payer, so the requests’ activity does not record the read as `opened`.',
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
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
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
      'Returns transactions for the payer to sign in order, for the remaining amount and its fee. The response for a batch has a separate shape. While a transaction that covers the remainder is being confirmed, there is nothing to sign: 409 `payment_processing`. Without `wallet`, the response includes all approvals, and the service reads no balance. With `chain` and `token` from another chain (`wallet` is then required, and batches are not supported), the transactions are for that chain. They are always an approval, then the bridge transaction that makes the payment. They may be signed until `quoteExpiresAt`. With `quote`, a converted payment is a plain payment of the quoted amount; without it, the contracts convert. On Tron, `chain` and `token` are rejected, and transactions have `chainType` and `feeLimit`. With `wallet`, the metadata member `tron` contains the resources that the wallet has and needs; without it, the response always includes the approval.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    query: withChainPair(
      z.object({
        wallet: addressSchema.optional().describe('The payer, for approvals and balances.'),
        signed: signedMember,
        chain: chainSchema.optional(),
        token: tokenSymbolSchema.optional(),
        ...optionMember,
        ...quoteMember,
      }),
    ),
    responses: {
      200: {
        description: 'Calldata for a single payment, or for a batch.',
        schema: securePaymentPaySchema,
        example: payExample,
        otherExamples: {
          crosschain: crosschainPayExample,
          tron: tronPayExample,
          batch: batchPayExample,
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
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
      'The payer’s page makes this call after the wallet has returned a hash, so that the service searches for the payment at once. The service follows a transaction on another chain across the bridge to its end: paid, refunded or failed. A report does not prove a payment. Payments on Tron have no reports, because their transactions go through `tron/broadcast`. Repeating the call with the same hash returns the same intent; if the bridge has been silent for a day, it restarts the search. With `safeTxHash` instead of `txHash`, the transaction waits for the signers of a Safe. Reads, calldata and attempts then return 423 `payment_in_progress` until the transaction is found on chain, the attempt is released, or the transaction’s deadline passes. Nothing proves that the Safe exists. The wait is therefore limited to what remains of the hour per day for which attempts may lock a payment.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
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
        description: 'The service is searching for the transaction.',
        schema: z
          .object({
            intentId: ulidSchema,
            paymentReference: paymentReferenceSchema,
            txHash: evmTxHashSchema.optional().describe('Present if the body contained it.'),
            safeTxHash: evmTxHashSchema
              .optional()
              .describe('Present if the body contained it without `txHash`.'),
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
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: { ...PAYMENT_PROBLEMS, ...SAFE_PROBLEM },
  }),

  ...securePaymentOptions,
  ...securePaymentAttempts,
  ...securePaymentQuotes,
  ...securePaymentTron,
  ...securePaymentUserEvents,
  ...securePaymentPermits,
  ...securePaymentSigned,
  ...securePaymentEvents,
  ...receipts,
  ...securePaymentCompatibility,
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  addressSchema,
  hashSchema,
  pathIdSchema,
  successSchema,
  timestampSchema,
  txHashSchema,
} from './schemas.ts'
import { singleExample } from './securePaymentExamples.ts'
import {
  chainSchema,
  PAYING_PROBLEMS,
  SAFE_PROBLEM,
  tokenParams,
  tokenSymbolSchema,
} from './securePaymentParts.ts'
import { attemptPhaseSchema } from './securePaymentSchemas.ts'

const attemptParams = tokenParams.extend({
  attemptId: pathIdSchema.describe('Id that the payer’s client chose for the attempt (a UUID).'),
})

const ATTEMPT_ID = '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11'

/** The lock that prevents two devices from paying the same secure payment at once. */
export const securePaymentAttempts = {
  createAttempt: endpoint({
    id: 'createSecurePaymentAttempt',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/attempts',
    tag: 'Secure payments',
    summary: 'Take the lock of a secure payment before signing',
    description:
      'At most one attempt is live for a payment. Another one answers 409 `attempt_in_progress` with `attempt`; the same attemptId renews its lease of 10 minutes. An attempt whose transaction a node knows keeps the lock until its payment is confirmed, at most until 60 minutes after it began. The attemptId is a secret of the page that made it: it is never told to others, and whoever knows it may change the attempt. Since anybody with the link may begin one, attempts without a transaction hold the lock for at most an hour a day altogether; from then on `leaseUntil` is not in the future and payers may begin beside each other.',
    auth: ['apiKey', 'clientId'],
    params: tokenParams,
    body: z
      .object({
        attemptId: z
          .uuid()
          .describe('Made by the payer’s page at random (version 4), and kept to itself.'),
        wallet: addressSchema,
        chain: chainSchema,
        token: tokenSymbolSchema,
        calldataHash: hashSchema.describe('keccak-256 of the calldata that will be signed.'),
        nonce: z
          .int()
          .nonnegative()
          .optional()
          .describe('Nonce that the payment transaction will have.'),
      })
      .meta({
        id: 'SecurePaymentAttemptCreate',
      }),
    bodyExample: {
      attemptId: ATTEMPT_ID,
      wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      chain: 'BASE',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
      nonce: 7,
    },
    responses: {
      201: {
        description: 'The lock is held until `leaseUntil`.',
        schema: z
          .object({ attemptId: z.uuid(), leaseUntil: timestampSchema })
          .meta({ id: 'SecurePaymentAttempt' }),
        example: { attemptId: ATTEMPT_ID, leaseUntil: '2026-11-02T08:25:00.000Z' },
      },
    },
    errors: [400, 401, 403, 404, 409, 423, 429],
    problems: {
      ...PAYING_PROBLEMS,
      ...SAFE_PROBLEM,
      409: `${PAYING_PROBLEMS[409]} Or another attempt holds the lock (\`attempt_in_progress\`, with \`attempt\`), or this one is over (\`attempt_ended\`).`,
    },
  }),

  updateAttempt: endpoint({
    id: 'updateSecurePaymentAttempt',
    host: 'api',
    method: 'PATCH',
    path: '/v2/secure-payments/{token}/attempts/{attemptId}',
    tag: 'Secure payments',
    summary: 'Tell how far an attempt has come',
    description:
      'News prolong the lease by 10 minutes; a transaction that a node knows prolongs it once, to 60 minutes after the attempt began. An attempt that has ended (`reverted`, `dropped`, `abandoned`, `done`) stays so; repeating its end is harmless.',
    auth: ['apiKey', 'clientId'],
    params: attemptParams,
    body: z.object({ phase: attemptPhaseSchema, txHash: txHashSchema.optional() }).meta({
      id: 'SecurePaymentAttemptUpdate',
    }),
    bodyExample: { phase: 'broadcast', txHash: singleExample.transactions[0].txHash },
    responses: {
      200: {
        description: 'The attempt was updated.',
        schema: z
          .object({ attemptId: z.uuid(), phase: attemptPhaseSchema, leaseUntil: timestampSchema })
          .meta({ id: 'SecurePaymentAttemptProgress' }),
        example: {
          attemptId: ATTEMPT_ID,
          phase: 'broadcast',
          leaseUntil: '2026-11-02T09:15:00.000Z',
        },
      },
    },
    errors: [400, 401, 404, 409, 429],
    problems: {
      409: 'The attempt has ended (`attempt_ended`), or its lease has lapsed and another attempt holds the lock (`attempt_in_progress`, with `attempt`).',
    },
  }),

  deleteAttempt: endpoint({
    id: 'deleteSecurePaymentAttempt',
    host: 'api',
    method: 'DELETE',
    path: '/v2/secure-payments/{token}/attempts/{attemptId}',
    tag: 'Secure payments',
    summary: 'Release the lock after the payer refused to sign',
    auth: ['apiKey', 'clientId'],
    params: attemptParams,
    responses: {
      200: { description: 'The lock is free.', schema: successSchema, example: { success: true } },
    },
    errors: [401, 404, 409, 429],
    problems: {
      409: 'The attempt has sent a transaction (`attempt_already_sent`): the lock stays until the payment is recorded or the lease ends.',
    },
  }),
}

import { z } from 'zod'
import {
  addressSchema,
  hashSchema,
  pathIdSchema,
  successSchema,
  timestampSchema,
  txHashSchema,
} from '../schemas/schemas.ts'
import { optionMember } from './accepts.ts'
import { endpoint } from './endpoint.ts'
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
  attemptId: pathIdSchema.describe('Id of the attempt (a UUID), which the payer’s client creates.'),
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
    summary: 'Acquire a secure payment’s lock before signing',
    description:
      'A payment has at most one live attempt. A second one returns 409 `attempt_in_progress` with `attempt`; the same attemptId renews its lease of 10 minutes. An attempt whose transaction has reached a node keeps the lock until its payment is confirmed, at most until 60 minutes after its start. The attemptId is a secret of the page that created it: no response discloses it, and any caller that has it can change the attempt. Anyone with the link can begin an attempt, so attempts without a transaction hold the lock for at most one hour per day in total. After that, `leaseUntil` is not in the future, and several payers may begin at the same time.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    body: z
      .object({
        attemptId: z
          .uuid()
          .describe('A random UUID (version 4) that the payer’s page creates and keeps secret.'),
        wallet: addressSchema,
        chain: chainSchema,
        token: tokenSymbolSchema,
        calldataHash: hashSchema.describe('keccak-256 of the calldata that will be signed.'),
        nonce: z.int().nonnegative().optional().describe('Nonce of the payment transaction.'),
        ...optionMember,
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
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      ...PAYING_PROBLEMS,
      ...SAFE_PROBLEM,
      409: `${PAYING_PROBLEMS[409]} Or another attempt holds the lock (\`attempt_in_progress\`, with \`attempt\`), or this one has ended (\`attempt_ended\`).`,
    },
  }),

  updateAttempt: endpoint({
    id: 'updateSecurePaymentAttempt',
    host: 'api',
    method: 'PATCH',
    path: '/v2/secure-payments/{token}/attempts/{attemptId}',
    tag: 'Secure payments',
    summary: 'Report the progress of an attempt',
    description:
      'A new phase extends the lease by 10 minutes; a transaction that has reached a node extends it once, to 60 minutes after the attempt’s start. An attempt that has ended (`reverted`, `dropped`, `abandoned`, `done`) stays ended; repeating its end is harmless.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
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
    errors: [400, 401, 404, 409, 410, 429],
    problems: {
      409: 'The attempt has ended (`attempt_ended`), or its lease has expired and another attempt holds the lock (`attempt_in_progress`, with `attempt`).',
    },
  }),

  deleteAttempt: endpoint({
    id: 'deleteSecurePaymentAttempt',
    host: 'api',
    method: 'DELETE',
    path: '/v2/secure-payments/{token}/attempts/{attemptId}',
    tag: 'Secure payments',
    summary: 'Release the lock after the payer declined to sign',
    description:
      'Deletes an attempt whose wallet sent nothing. Other wallets and other tabs can then pay at once.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: attemptParams,
    responses: {
      200: {
        description: 'The lock is released.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 404, 409, 429],
    problems: {
      409: 'The attempt has sent a transaction (`attempt_already_sent`): the lock stays until the payment is recorded or the lease expires.',
    },
  }),
}

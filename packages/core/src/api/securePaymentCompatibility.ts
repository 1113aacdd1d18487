import { z } from 'zod'
import { addressSchema } from '../schemas/schemas.ts'
import { optionMember } from './accepts.ts'
import { transactionSchema } from './calldataSchemas.ts'
import { endpoint } from './endpoint.ts'
import { securePaymentPaySchema, singlePaySchema } from './securePaymentCalldata.ts'
import { batchPayExample, crosschainPayExample, payExample } from './securePaymentExamples.ts'
import {
  CROSSCHAIN_PAYING_PROBLEMS,
  chainSchema,
  SAFE_PROBLEM,
  tokenParams,
  tokenSymbolSchema,
  withChainPair,
} from './securePaymentParts.ts'
import { signedMember } from './securePaymentSigned.ts'
import { securePaymentUserEvents } from './securePaymentUserEvents.ts'

const shared = {
  host: 'api',
  method: 'POST',
  tag: 'Secure payments',
  auth: ['apiKey', 'clientId', 'session'],
  scope: 'create',
  params: tokenParams,
} as const

const [, BRIDGE_TRANSACTION] = crosschainPayExample.transactions

/** A step of LI.FI's routes, of which only the source is read. */
const stepSchema = z
  .object({
    id: z.string().max(255),
    type: z.string().max(100),
    tool: z.string().max(100),
    action: z.object({
      fromChainId: z.int().positive(),
      fromToken: z.object({ symbol: tokenSymbolSchema }),
      fromAddress: addressSchema.describe('The payer’s wallet.'),
      toChainId: z.int().positive().describe('The chain of the payment.'),
      toAddress: addressSchema,
    }),
  })
  .meta({ id: 'BridgeStep', description: 'A step of a route, as LI.FI’s API returns it.' })

/** Operations on one secure payment that exist for programs that were written for Request Network. */
export const securePaymentCompatibility = {
  calldata: endpoint({
    ...shared,
    id: 'createSecurePaymentCalldata',
    path: '/v2/secure-payments/{token}/calldata',
    summary: 'Get the transactions that pay a secure payment, with the query in a body',
    description:
      'Returns the same response as `GET /v2/secure-payments/{token}/pay`. The body has the members of that call’s query. The call only reads, so it is safe to repeat.',
    body: withChainPair(
      z.object({
        wallet: addressSchema.optional().describe('The payer, for approvals and balances.'),
        signed: signedMember,
        chain: chainSchema.optional(),
        token: tokenSymbolSchema.optional(),
        ...optionMember,
      }),
    )
      .optional()
      .meta({ id: 'SecurePaymentCalldataQuery' }),
    bodyExample: { wallet: '0x1d4c5e9b0d7d1a9f0e5b7c3a2d4e6f8091a27a8b' },
    responses: {
      200: {
        description: 'Calldata for a single payment, or for a batch.',
        schema: securePaymentPaySchema,
        example: payExample,
        otherExamples: { crosschain: crosschainPayExample, batch: batchPayExample },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: { ...CROSSCHAIN_PAYING_PROBLEMS, ...SAFE_PROBLEM },
  }),

  refreshStep: endpoint({
    ...shared,
    id: 'refreshSecurePaymentStep',
    path: '/v2/secure-payments/{token}/refresh-step-transaction',
    summary: 'Get fresh transactions for a payment from another chain',
    description:
      'Returns the transactions at the current price, and the bridge’s transaction as `transactionRequest`. The service reads only the source chain, token and wallet of the step. The amount and the receiver are those of the payment, regardless of the step. Sign the transactions before `quoteExpiresAt`: approve `sourceAmount` again if it has risen.',
    body: z.object({ step: stepSchema, ...optionMember }).meta({ id: 'SecurePaymentStepRefresh' }),
    bodyExample: {
      step: {
        id: '7f1c2d3e',
        type: 'lifi',
        tool: 'across',
        action: {
          fromChainId: 8453,
          fromToken: { symbol: 'USDC' },
          fromAddress: '0x1d4c5e9b0d7d1a9f0e5b7c3a2d4e6f8091a27a8b',
          toChainId: 1,
          toAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        },
      },
    },
    responses: {
      200: {
        description: 'The transactions, at the current price.',
        schema: singlePaySchema
          .extend({
            transactionRequest: transactionSchema
              .extend({ from: addressSchema })
              .describe('The bridge’s transaction, which follows the approval.'),
          })
          .meta({ id: 'RefreshedStep' }),
        example: {
          ...crosschainPayExample,
          transactionRequest: {
            ...BRIDGE_TRANSACTION,
            from: '0x1d4c5e9b0d7d1a9f0e5b7c3a2d4e6f8091a27a8b',
          },
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      ...CROSSCHAIN_PAYING_PROBLEMS,
      400: `${CROSSCHAIN_PAYING_PROBLEMS[400]} Or the step ends on another chain than the payment, or begins on the payment’s own (\`invalid_step\`).`,
      ...SAFE_PROBLEM,
    },
  }),

  createEvent: endpoint({
    ...securePaymentUserEvents.createUserEvent,
    id: 'createSecurePaymentEvent',
    path: '/v2/secure-payments/{token}/events',
    summary: 'Report a payer’s progress, at another path',
    description: 'The same operation as `POST /v2/secure-payments/{token}/user-events`.',
  }),
}

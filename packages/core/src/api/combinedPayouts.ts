import { z } from 'zod'
import {
  currencyIdSchema,
  decimalSchema,
  networkIdSchema,
  payeeSchema,
  requestIdSchema,
  requestStatusSchema,
  securePaymentStatusSchema,
  timestampSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { paymentBrandingSchema } from './brandingSchemas.ts'
import { endpoint } from './endpoint.ts'
import { amountSummarySchema, feePlanMember } from './feePlans.ts'
import { merchantOptions } from './merchantOptions.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'
import { MAX_LINK_PAYOUTS } from './payoutLinks.ts'
import { singleExample } from './securePaymentExamples.ts'
import {
  combinedListQuerySchema,
  securePaymentListExamples,
  securePaymentPageSchema,
} from './securePaymentList.ts'
import { tokenParams } from './securePaymentParts.ts'

const TOKEN = '01KB7A1B2C3D4E5F6G7H8J9KAC'
const CHILDREN = ['01KB4Z8Q6V3M2N5P7R9T0W1X2Y', '01KB4Z8Q6V3M2N5P7R9T0W1X2Z'] as const
const REQUESTS = [`01${'5b'.repeat(32)}`, `01${'6c'.repeat(32)}`] as const
const URL_EXAMPLE = `https://pay.example.test/?token=${TOKEN}`

const childTokensSchema = z
  .array(ulidSchema)
  .min(2)
  .max(MAX_LINK_PAYOUTS)
  .superRefine((tokens, context) => {
    const seen = new Set<string>()
    for (const [index, token] of tokens.entries()) {
      if (seen.has(token)) {
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'is in the list already',
          params: { code: 'duplicate' },
        })
      }
      seen.add(token)
    }
  })
  .meta({ uniqueItems: true })
  .describe('Tokens of open payout links with one payout each, all on one network.')

const PROBLEMS = {
  400: 'The body is not valid, the links are on several networks (`mixed_networks`) or on one without batches, or their fees go to several addresses (`mixed_fee_addresses`). Or a link cannot be combined (`payout_not_combinable`): `token` names it, and `reason` is the cause.',
  404: 'The caller has no payout link with one of these tokens (`secure_payment_not_found`).',
} as const

const shared = {
  host: 'api',
  tag: 'Secure payments',
  auth: ['apiKey', 'clientId', 'session'],
} as const

const childSchema = z
  .object({
    securePaymentToken: ulidSchema.describe('The token of the payout link that was combined.'),
    requestId: requestIdSchema,
    position: z.int().nonnegative(),
  })
  .meta({ id: 'MulticallChild' })

const blockedSchema = z.enum([
  'already_paid',
  'request_processing',
  'secure_payment_expired',
  'secure_payment_not_pending',
  'not_payable_child',
])

const stateChildSchema = childSchema
  .extend({
    executable: z.boolean().describe('Whether the link’s transaction pays this payout now.'),
    blockReason: blockedSchema.nullable().describe('The reason why not; null if executable.'),
    messageKey: z.string().nullable().describe('A stable key of the reason, for translations.'),
    context: z.object({
      requestId: requestIdSchema,
      securePaymentToken: ulidSchema,
      position: z.int().nonnegative(),
      hasBeenPaid: z.boolean(),
      securePaymentStatus: securePaymentStatusSchema,
      requestStatus: requestStatusSchema,
      expiresAt: timestampSchema,
      network: networkIdSchema,
      currency: currencyIdSchema,
    }),
    recoveryAction: z
      .enum(['recreate_reduced'])
      .nullable()
      .describe(
        '`recreate_reduced`: create a new link. Null if no action helps, or none is needed.',
      ),
    ...feePlanMember,
    amount: decimalSchema.nullable(),
    payee: payeeSchema.nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: 'MulticallChildState' })

const SUMMARY_EXAMPLE = {
  grossAmount: '25',
  netRecipientAmount: '25',
  totalFees: '0',
  payeeBorneFees: '0',
  payerBorneFees: '0',
  payerTotal: '25',
}

/** The parts of both lists. */
const listed = {
  auth: ['apiKey', 'session'],
  method: 'GET',
  scope: 'read',
  query: combinedListQuerySchema,
  responses: {
    200: {
      description: 'A page of links.',
      schema: securePaymentPageSchema,
      example: securePaymentListExamples.page,
    },
  },
  errors: [400, 401, 429],
} as const

/** Links that pay several payout links together, in one transaction on one network. */
export const combinedPayouts = {
  createBatchPayout: endpoint({
    ...shared,
    id: 'createBatchPayout',
    method: 'POST',
    path: '/v2/secure-payments/batch-payouts',
    audit: 'payout_link.created',
    summary: 'Combine payout links into one',
    description:
      'Creates one link that pays the payouts of several open links in one transaction. Their requests move to the new link with their ids and payment references, and the earlier links end: they return 410. A transaction for an earlier link that still arrives therefore counts for the same request. The new link expires at the earliest expiry of the earlier links. A client ID combines only links that it created. Links that need an approval or pay a refund, and links in whose payment a wallet is involved, cannot be combined.',
    scope: 'payouts',
    idempotent: true,
    body: z
      .object({
        tokens: childTokensSchema,
        redirectUrl: merchantOptions.redirectUrl,
        redirectLabel: merchantOptions.redirectLabel,
        ...noAccessPolicy,
      })
      .meta({ id: 'BatchPayoutCreate' }),
    bodyExample: { tokens: [...CHILDREN] },
    responses: {
      201: {
        description: 'The link can be paid.',
        schema: z
          .object({
            requestIds: z.array(requestIdSchema).describe('In the order of `tokens`.'),
            securePaymentUrl: urlSchema,
            token: ulidSchema,
            ...feePlanMember,
          })
          .meta({ id: 'BatchPayoutCreated' }),
        example: {
          requestIds: [...REQUESTS],
          securePaymentUrl: URL_EXAMPLE,
          token: TOKEN,
          feePlan: null,
        },
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: PROBLEMS,
  }),

  listBatchPayouts: endpoint({
    ...shared,
    ...listed,
    id: 'listBatchPayouts',
    path: '/v2/secure-payments/batch-payouts',
    summary: 'List the links that combine payout links',
    description:
      'Returns the links that `POST /v2/secure-payments/batch-payouts` created, newest first, as `GET /v2/secure-payments` describes them.',
  }),

  listMulticalls: endpoint({
    ...shared,
    ...listed,
    id: 'listMulticallPayouts',
    path: '/v2/secure-payments/multicall-payouts',
    summary: 'List the multicall payouts',
    description:
      'Returns the links that `POST /v2/secure-payments/multicall-payouts` created, newest first, as `GET /v2/secure-payments` describes them. `GET /v2/secure-payments/multicall-payouts/{token}` returns the state of each payout.',
  }),

  createMulticall: endpoint({
    ...shared,
    id: 'createMulticallPayout',
    method: 'POST',
    path: '/v2/secure-payments/multicall-payouts',
    audit: 'payout_link.created',
    summary: 'Combine payout links into one, and keep their tokens',
    description:
      'Does the same as `POST /v2/secure-payments/batch-payouts`. `GET /v2/secure-payments/multicall-payouts/{token}` then lists the earlier tokens with the state of each payout. All payouts must be on one EVM network.',
    scope: 'payouts',
    idempotent: true,
    body: z
      .object({
        childTokens: childTokensSchema,
        requestedExecutionKind: z
          .literal('evm_same_chain')
          .optional()
          .describe('The only kind that the service offers.'),
        ...noAccessPolicy,
      })
      .meta({ id: 'MulticallPayoutCreate' }),
    bodyExample: { childTokens: [...CHILDREN] },
    responses: {
      201: {
        description: 'The link can be paid.',
        schema: z
          .object({
            type: z.literal('multicall'),
            token: ulidSchema,
            securePaymentUrl: urlSchema,
            status: z.literal('pending'),
            expiresAt: timestampSchema,
            createdAt: timestampSchema,
            items: z.array(childSchema.extend({ eligibility: z.literal('eligible') })),
          })
          .meta({ id: 'MulticallPayoutCreated' }),
        example: {
          type: 'multicall',
          token: TOKEN,
          securePaymentUrl: URL_EXAMPLE,
          status: 'pending',
          expiresAt: '2026-11-12T10:00:00.000Z',
          createdAt: '2026-11-05T10:00:00.000Z',
          items: CHILDREN.map((securePaymentToken, position) => ({
            securePaymentToken,
            requestId: REQUESTS[position],
            position,
            eligibility: 'eligible',
          })),
        },
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: PROBLEMS,
  }),

  getMulticall: endpoint({
    ...shared,
    id: 'getMulticallPayout',
    method: 'GET',
    path: '/v2/secure-payments/multicall-payouts/{token}',
    summary: 'Read the state of a multicall payout',
    description:
      'Returns each payout with its state, in any status of the link. It contains no calldata: `GET /v2/secure-payments/{token}/pay` returns the transaction that pays all open payouts.',
    scope: 'read',
    params: tokenParams,
    responses: {
      200: {
        description: 'The multicall payout.',
        schema: z
          .object({
            paymentType: z.literal('multicall'),
            status: z.enum([...securePaymentStatusSchema.options, 'partially_settled']),
            redirectUrl: urlSchema.nullable(),
            redirectLabel: z.string().nullable(),
            orchestratorId: z.null(),
            branding: paymentBrandingSchema.nullable(),
            analytics: z.object({
              numberOfPaymentsExcludingFees: z.int().nonnegative(),
              feeAmountsUsdUnavailableReason: z
                .literal('fee_plan_unavailable')
                .optional()
                .describe('Present if a payout has a fee and no fee plan.'),
            }),
            requestIds: z.array(requestIdSchema),
            token: ulidSchema,
            canExecute: z.boolean().describe('Whether the link can be paid now.'),
            expiresAt: timestampSchema,
            createdAt: timestampSchema,
            children: z.array(stateChildSchema),
            totals: z.object({
              childCount: z.int().nonnegative(),
              blockedChildCount: z.int().nonnegative(),
              byDestinationCurrency: z.array(
                z.object({
                  network: networkIdSchema,
                  currency: currencyIdSchema,
                  totalAmount: decimalSchema,
                }),
              ),
              amountSummary: amountSummarySchema
                .nullable()
                .describe('In the currency of the payouts; null if there are several currencies.'),
            }),
          })
          .meta({ id: 'MulticallPayout' }),
        example: {
          paymentType: 'multicall',
          status: 'pending',
          redirectUrl: null,
          redirectLabel: null,
          orchestratorId: null,
          branding: null,
          analytics: { numberOfPaymentsExcludingFees: 2 },
          requestIds: [...REQUESTS],
          token: TOKEN,
          canExecute: true,
          expiresAt: '2026-11-12T10:00:00.000Z',
          createdAt: '2026-11-05T10:00:00.000Z',
          children: CHILDREN.map((securePaymentToken, position) => ({
            securePaymentToken,
            requestId: REQUESTS[position],
            position,
            executable: true,
            blockReason: null,
            messageKey: null,
            context: {
              requestId: REQUESTS[position],
              securePaymentToken,
              position,
              hasBeenPaid: false,
              securePaymentStatus: 'pending',
              requestStatus: 'created',
              expiresAt: '2026-11-12T10:00:00.000Z',
              network: 'base',
              currency: 'USDC-base',
            },
            recoveryAction: null,
            feePlan: null,
            amount: '12.5',
            payee: singleExample.payee,
            reference: null,
          })),
          totals: {
            childCount: 2,
            blockedChildCount: 0,
            byDestinationCurrency: [{ network: 'base', currency: 'USDC-base', totalAmount: '25' }],
            amountSummary: SUMMARY_EXAMPLE,
          },
        },
      },
    },
    errors: [401, 404, 429],
    problems: { 404: 'The caller has no multicall payout with this token.' },
  }),
}

import { z } from 'zod'
import {
  addressSchema,
  currencyIdSchema,
  decimalSchema,
  limitSchema,
  momentSchema,
  networkIdSchema,
  opaqueIdSchema,
  pathIdSchema,
  recipientSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { signatureSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import { supportLinkSchema } from './merchantOptions.ts'
import { cursorSchema } from './paging.ts'
import { requestExample, requestIdExample } from './requestExamples.ts'
import { tokenParams } from './securePaymentParts.ts'

const MAX_LIMIT = 100
const MOST_DAYS = 30

/** The states of a claim. */
const STATUSES = ['open', 'stated', 'expired', 'closed'] as const

const statusSchema = z
  .enum(STATUSES)
  .describe(
    '`open`: the link works. `stated`: the payer stated an address. `expired`: the link expired. `closed`: a newer link replaced it, or too many attempts failed.',
  )

const claimSchema = z
  .object({
    id: ulidSchema,
    status: statusSchema,
    paymentId: ulidSchema.describe('The id of the payment whose refunds should go to the address.'),
    requestId: requestIdSchema,
    network: networkIdSchema.describe('The network of the address.'),
    currency: currencyIdSchema.describe('The currency that arrived.'),
    recipient: addressSchema
      .nullable()
      .describe(
        'The refund’s `recipient`: pass it to the call that creates the refund. Null until the payer states an address.',
      ),
    proof: z
      .enum(['code', 'wallet'])
      .nullable()
      .describe(
        '`code`: a person with the link stated the address. `wallet`: the wallet that paid signed the address. Null until the payer states one.',
      ),
    wallet: z
      .string()
      .nullable()
      .describe(
        'The wallet that signed, as an address on its own network; null without a signature.',
      ),
    failedAttempts: z
      .int()
      .nonnegative()
      .describe(
        'Number of rejected attempts with a wrong or used code. With `proof: wallet`, the number of rejected signatures for the secure payment.',
      ),
    createdAt: timestampSchema,
    expiresAt: timestampSchema,
    statedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'RefundClaim', description: 'An address that a payer states for refunds.' })

/** A claim in the API's responses. */
export type RefundClaim = z.input<typeof claimSchema>

const createdSchema = claimSchema
  .extend({
    url: urlSchema.describe(
      'The link for the payer. Anyone who has it can state the address. Only this response contains it.',
    ),
  })
  .meta({ id: 'CreatedRefundClaim' })

const [PAYMENT] = requestExample.payments
const ADDRESS = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const CODE = 'q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G'

const OPEN = {
  id: '01KB6B1B2C3D4E5F6G7H8J9KAB',
  status: 'open',
  paymentId: PAYMENT.id,
  requestId: requestIdExample,
  network: 'mainnet',
  currency: 'USDC-mainnet',
  recipient: null,
  proof: null,
  wallet: null,
  failedAttempts: 0,
  createdAt: '2026-11-05T10:00:00.000Z',
  expiresAt: '2026-11-12T10:00:00.000Z',
  statedAt: null,
} as const

const STATED = {
  ...OPEN,
  status: 'stated',
  recipient: ADDRESS,
  proof: 'code',
  statedAt: '2026-11-05T11:00:00.000Z',
} as const

const codeSchema = textMatching(/^[A-Za-z0-9_-]{43}$/, {
  code: 'invalid_code',
  message: 'must be the link’s code',
}).describe('The code from the link’s fragment. It can state one address.')

const pageSchema = z
  .object({
    id: ulidSchema,
    status: statusSchema,
    merchant: z.object({
      name: z.string().nullable(),
      supportUrl: supportLinkSchema.nullable(),
      verifiedDomain: z.string().nullable(),
    }),
    network: networkIdSchema,
    currency: currencyIdSchema,
    symbol: z.string(),
    amount: decimalSchema.describe('The amount that arrived.'),
    paymentTxHash: txHashSchema,
    paidAt: timestampSchema,
    recipient: z
      .string()
      .nullable()
      .describe('Masked, such as `0x12ab…89cd`; null until the payer states an address.'),
    expiresAt: timestampSchema,
  })
  .meta({ id: 'RefundClaimPage', description: 'A claim as its payer sees it.' })

/** A claim as its payer sees it. */
export type RefundClaimPage = z.input<typeof pageSchema>

const PAGE = {
  id: OPEN.id,
  status: 'open',
  merchant: {
    name: 'Nordlicht Coffee',
    supportUrl: 'https://shop.example/help',
    verifiedDomain: null,
  },
  network: 'mainnet',
  currency: 'USDC-mainnet',
  symbol: 'USDC',
  amount: '10.002',
  paymentTxHash: PAYMENT.destinationTxHash,
  paidAt: '2026-11-04T10:00:00.000Z',
  recipient: null,
  expiresAt: OPEN.expiresAt,
} as const

const shared = { host: 'api', tag: 'Refunds', auth: ['apiKey', 'session'] } as const
const ofPage = { host: 'api', tag: 'Refunds', auth: ['clientId'] } as const
const claimParams = z.object({ id: pathIdSchema.describe('Id of the claim (a ULID).') })

const CODE_PROBLEMS = {
  404: 'No claim has this id and code (`refund_claim_not_found`). The service counts the attempt.',
  409: 'The code has already stated an address (`refund_claim_used`). The service counts the attempt.',
  410: 'The link expired, a newer one replaced it, or too many attempts failed (`refund_claim_over`).',
} as const

/** Addresses that payers state for refunds. */
export const refundClaims = {
  create: endpoint({
    ...shared,
    id: 'createRefundClaim',
    method: 'POST',
    path: '/v2/payments/{id}/refund-claims',
    audit: 'refund_claim.created',
    summary: 'Ask a payer for an address',
    scope: 'refunds',
    description:
      'Creates a link with which a payer can state, once, the address for a payment’s refunds. Send the link to the payer. Repeating the call replaces the link.',
    params: z.object({ id: pathIdSchema.describe('Id of the payment (a ULID).') }),
    body: z
      .object({
        expiresInDays: z
          .int()
          .min(1)
          .max(MOST_DAYS)
          .optional()
          .describe('From 1 to 30; 7 by default.'),
      })
      .meta({ id: 'RefundClaimCreate' })
      .optional(),
    bodyExample: { expiresInDays: 7 },
    responses: {
      201: {
        description: 'The claim with its link.',
        schema: createdSchema,
        example: {
          ...OPEN,
          url: `https://auth.example.test/console/#refund-claim=${OPEN.id}.${CODE}`,
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      403: 'The credential lacks the scope `refunds`.',
      404: 'The merchant has no confirmed payment with this id (`payment_not_found`).',
      409: 'The payment cannot be refunded here (`refund_unsupported`), or it has 100 claims (`too_many_refund_claims`).',
    },
  }),

  list: endpoint({
    ...shared,
    id: 'listRefundClaims',
    method: 'GET',
    path: '/v2/refund-claims',
    summary: 'List claims',
    scope: 'read',
    description: 'Returns the claims that match every filter, newest first.',
    query: z.object({
      status: statusSchema.optional(),
      paymentId: opaqueIdSchema.optional().describe('Claims for this payment.'),
      requestId: opaqueIdSchema.optional().describe('Claims for this request’s payments.'),
      limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
      cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
    }),
    responses: {
      200: {
        description: 'One page of claims.',
        schema: z
          .object({
            refundClaims: z.array(claimSchema),
            nextCursor: cursorSchema
              .nullable()
              .describe('Pass as `cursor` for the next page; null on the last.'),
          })
          .meta({ id: 'RefundClaims' }),
        example: { refundClaims: [STATED], nextCursor: null },
      },
    },
    errors: [400, 401, 429],
  }),

  get: endpoint({
    ...shared,
    id: 'getRefundClaim',
    method: 'GET',
    path: '/v2/refund-claims/{id}',
    summary: 'Read a claim',
    description:
      'Returns one claim with its status and, once the payer has stated one, the refund address.',
    scope: 'read',
    etag: true,
    params: claimParams,
    responses: { 200: { description: 'The claim.', schema: claimSchema, example: STATED } },
    errors: [401, 404, 429],
  }),

  open: endpoint({
    ...ofPage,
    id: 'openRefundClaim',
    method: 'POST',
    path: '/v2/refund-claims/{id}/open',
    summary: 'Read a claim with its code',
    description:
      'The link’s page makes this call. The code is in the body, so no log contains the code.',
    params: claimParams,
    body: z.object({ code: codeSchema }).meta({ id: 'RefundClaimOpen' }),
    bodyExample: { code: CODE },
    responses: { 200: { description: 'The claim.', schema: pageSchema, example: PAGE } },
    errors: [400, 401, 403, 404, 409, 410, 429],
    problems: CODE_PROBLEMS,
  }),

  state: endpoint({
    ...ofPage,
    id: 'stateRefundAddress',
    method: 'POST',
    path: '/v2/refund-claims/{id}/address',
    summary: 'State an address with a code',
    description: 'The code cannot be used again. The merchant still decides about the refund.',
    params: claimParams,
    body: z
      .object({
        code: codeSchema,
        recipient: recipientSchema.describe(
          'The address for refunds: a wallet on the payment’s network.',
        ),
      })
      .meta({ id: 'RefundAddress' }),
    bodyExample: { code: CODE, recipient: ADDRESS },
    responses: {
      200: {
        description: 'The claim, with the stated address. The merchant can read it.',
        schema: pageSchema,
        example: { ...PAGE, status: 'stated', recipient: '0x15d3…6A65' },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 429],
    problems: CODE_PROBLEMS,
  }),

  prove: endpoint({
    ...ofPage,
    id: 'proveRefundAddress',
    method: 'POST',
    path: '/v2/secure-payments/{token}/refund-claims',
    summary: 'State an address with the wallet that paid',
    description:
      'The wallet signs the text of `formatRefundClaim` with the authentication service’s host as the domain. The claim covers each payment that the wallet made for this secure payment. An ERC-1271 contract signs on the network on which it paid; after a bridge, the wallet of the source network signs.',
    params: tokenParams,
    body: z
      .object({
        wallet: addressSchema.describe('The wallet that paid.'),
        recipient: recipientSchema.describe(
          'The address for refunds: a wallet on the payment’s network.',
        ),
        nonce: textMatching(/^[A-Za-z0-9]{16,64}$/, {
          code: 'invalid_nonce',
          message: 'must be 16 to 64 letters and digits',
        }).describe('A random value. The service accepts it once.'),
        issuedAt: momentSchema,
        expiresAt: momentSchema.describe('At most an hour later than `issuedAt`.'),
        signature: signatureSchema,
      })
      .meta({ id: 'RefundAddressProof' }),
    bodyExample: {
      wallet: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      recipient: ADDRESS,
      nonce: 'mX9aTz4LkW8bRf6Y',
      issuedAt: '2026-11-05T10:00:00.000Z',
      expiresAt: '2026-11-05T10:30:00.000Z',
      signature: `0x${'1b'.repeat(65)}`,
    },
    responses: {
      201: {
        description: 'The claim, with the stated address. The merchant can read it.',
        schema: z
          .object({ count: z.int().positive().describe('The payments that the claim covers.') })
          .meta({ id: 'RefundAddressProved' }),
        example: { count: 1 },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      403: 'No wallet that paid this payment made the signature, or it is for another text or time. Or the wallet may only have relayed the payment (`refund_claim_refused`). The service counts the attempt.',
      409: 'The nonce was used before (`refund_claim_used`; the try is counted), or a payment has 100 claims (`too_many_refund_claims`).',
    },
  }),
}

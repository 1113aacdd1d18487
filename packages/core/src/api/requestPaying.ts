import { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  feeSchema,
  pathIdSchema,
  percentageSchema,
  recipientSchema,
  withFeePair,
} from '../schemas/schemas.ts'
import { freeText, textMatching } from '../schemas/text.ts'
import { optionMember } from './accepts.ts'
import { feeShareSchema, paymentMetadataSchema, transactionSchema } from './calldataSchemas.ts'
import { endpoint } from './endpoint.ts'
import { quoteBodySchema, quoteExample, quoteMember, quoteSchema } from './quoteSchemas.ts'
import {
  crosschainRequestCalldataExample,
  crosschainRequestRoutesExample,
  requestCalldataExample,
  requestRoutesExample,
} from './requestExamples.ts'
import {
  chainSchema,
  missingChains,
  SAFE_PROBLEM,
  tokenSymbolSchema,
} from './securePaymentParts.ts'
import { PRICE_PROBLEM } from './securePaymentQuotes.ts'

/** The path parameters of the operations on one request. */
export const requestParams = z.object({ requestId: pathIdSchema.describe('Id of the request.') })

/** The meanings of the error statuses of the operations that lead to a payment for a request. */
export const REQUEST_PAYING_PROBLEMS = {
  400: 'A parameter is not valid, the request is paid (`already_paid`), or a recurring payout pays it (`paid_by_schedule`). Or the amount is more than the remainder (`amount_exceeds_remaining`), or it cannot be converted now (`conversion_unavailable`, `rate_too_old`). For a payment into a bank account, the payer or the account is missing (`required`), unknown (`unknown_payer`, `unknown_payment_details`) or not approved (`payer_not_compliant`, `payment_details_not_approved`). Or the request does not allow such a payment (`unsupported_crypto_to_fiat`). For a payment from another chain, the chain or the token is not supported (`unsupported_crosschain`). Or the amount plus its fee is one token or less (`amount_too_small_for_crosschain`), or the bridge has no route for it now (`no_crosschain_route`).',
  403: 'The credential may not make this call. Or the request’s payment link has expired (`payment_expired`) or is reserved for other wallets (`payer_not_allowed`). Or a call with a client ID names a payer or a bank account other than the stored one (`payment_details_taken`).',
  409: 'A payment that covers the remainder was sent and is being confirmed (`payment_processing`). Or the amount depends on a market price, and there is no current quote (`quote_required`).',
  410: 'The merchant cancelled the request (`payment_not_payable`); `supportUrl` is the merchant’s contact, null without one.',
  ...SAFE_PROBLEM,
  503: 'A node does not respond now. Or, for a payment from another chain, the bridge does not (`bridge_unavailable`).',
} as const

const feeQuery = {
  feePercentage: percentageSchema
    .optional()
    .describe(
      'A percentage, on top of the amount. A client ID with a fee other than 0 overrides it.',
    ),
  feeAddress: recipientSchema.optional().describe('Receiver of the fee.'),
} as const

const partialAmountSchema = amountSchema
  .optional()
  .describe(
    'Pays only this part of the request, in its invoice currency; at most the remainder. A refund accepts only the whole remainder, and so does a converted request that is paid at a quote or from another chain.',
  )

/** The query for `routes`. */
export const routesQuerySchema = withFeePair(
  z.object({
    wallet: addressSchema.describe('The payer.'),
    amount: partialAmountSchema,
    ...feeQuery,
  }),
)

/** The query for `pay`; parses `payerAddress` into `wallet`. */
export const payQuerySchema = withFeePair(
  z.object({
    wallet: addressSchema
      .optional()
      .describe(
        'The paying wallet. The service reads balances and allowances only if this parameter is sent.',
      ),
    payerAddress: addressSchema.optional().describe('Alias of `wallet`.'),
    chain: chainSchema.optional(),
    token: tokenSymbolSchema.optional(),
    amount: partialAmountSchema,
    ...optionMember,
    ...quoteMember,
    clientUserId: freeText({ min: 1, max: 255 })
      .optional()
      .describe(
        'The approved payer of a crypto-to-fiat request, which requires this parameter and `wallet`.',
      ),
    paymentDetailsId: freeText({ min: 1, max: 255 })
      .optional()
      .describe('An approved bank account of that payer, required for a crypto-to-fiat request.'),
    ...feeQuery,
  }),
)
  .superRefine(({ wallet, payerAddress, chain, token }, context) => {
    if ((chain === undefined) !== (token === undefined)) {
      const [present, missing] = chain === undefined ? ['token', 'chain'] : ['chain', 'token']
      const message = `is required together with ${present}`
      context.addIssue({ code: 'custom', path: [missing], message, params: { code: 'required' } })
    }
    if (wallet === undefined || payerAddress === undefined) return
    if (wallet.toLowerCase() === payerAddress.toLowerCase()) return
    context.addIssue({
      code: 'custom',
      path: ['payerAddress'],
      message: 'must be the same as wallet: it is an alias',
      params: { code: 'conflicting_fields' },
    })
  })
  .transform(({ payerAddress, ...query }) => ({ ...query, wallet: query.wallet ?? payerAddress }))

/** A transaction whose value is an object, as the strictest clients expect, or `0x0` for a payment from another chain. */
export const requestTransactionSchema = transactionSchema
  .extend({
    value: z
      .union([
        z.object({
          type: z.literal('BigNumber'),
          hex: textMatching(/^0x(?:[0-9a-f]{2}){1,32}$/, {
            code: 'invalid_hex',
            message: 'must be 0x and whole bytes in lower-case hex',
          }),
        }),
        z.literal('0x0'),
      ])
      .describe(
        'Native coins to send, in base units; `{"type":"BigNumber","hex":"0x00"}` for none. For a payment from another chain: always the text `0x0`.',
      ),
  })
  .meta({
    id: 'RequestTransaction',
    description:
      'A transaction for the payer to sign and send; its value is an object, or `0x0` for a payment from another chain.',
  })

/** Calldata that pays a request. */
export const requestCalldataSchema = z
  .object({
    transactions: z.array(requestTransactionSchema).describe('Send them in this order.'),
    metadata: paymentMetadataSchema,
  })
  .meta({ id: 'RequestCalldata' })

const routeSchema = z
  .object({
    id: z
      .string()
      .describe(
        '`REQUEST_NETWORK_PAYMENT` pays directly; others are `<SRC>_<DST>_<TOKEN>_<TOKEN>`.',
      ),
    fee: z.number().nonnegative().describe('All fees as a fraction of the amount: 0.001 is 0.1 %.'),
    feeInUSD: z.number().nonnegative().optional().describe('Absent without a rate.'),
    feeBreakdown: z.array(feeSchema).optional(),
    speed: z.union([z.literal('FAST'), z.number().nonnegative()]).describe('`FAST`, or seconds.'),
    price_impact: z.number().optional().describe('The fee as a fraction.'),
    chain: z.string().describe('Upper case, such as BASE or SEPOLIA.'),
    token: z.string().describe('Symbol.'),
    isCryptoToFiat: z.boolean().optional(),
  })
  .meta({ id: 'Route', description: 'One way to pay a request.' })

/** The ways to pay a request. */
export const requestRoutesSchema = z
  .object({
    routes: z
      .array(routeSchema)
      .describe(
        'The direct route first, then routes from other chains, cheapest and fastest first; empty if no route is possible.',
      ),
    platformFee: feeShareSchema.optional(),
    ...missingChains,
  })
  .meta({ id: 'RequestRoutes' })

/** Operations to pay a request: the available ways, and the transactions of one way. */
export const requestPaying = {
  routes: endpoint({
    id: 'getRequestRoutes',
    host: 'api',
    method: 'GET',
    path: '/v2/request/{requestId}/routes',
    tag: 'Requests',
    summary: 'List the ways to pay a request',
    description:
      'Returns the routes for which the wallet has enough balance, fees included. There is no route if nothing remains to pay, or if the amount cannot be converted now. A direct request in USDC or USDT can also be paid from other chains if this host serves a bridge.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    params: requestParams,
    query: routesQuerySchema,
    responses: {
      200: {
        description: 'The routes, cheapest and fastest first.',
        schema: requestRoutesSchema,
        example: requestRoutesExample,
        otherExamples: { crosschain: crosschainRequestRoutesExample, none: { routes: [] } },
      },
    },
    errors: [400, 401, 403, 404, 429],
  }),

  pay: endpoint({
    id: 'getRequestCalldata',
    host: 'api',
    method: 'GET',
    path: '/v2/request/{requestId}/pay',
    tag: 'Requests',
    summary: 'Get the transactions that pay a request',
    description:
      'Pays the remainder of the request, or the part in `amount`, with the fee on top. With `chain` and `token` from another chain (`wallet` is then required), the transactions are for that chain. They are always an approval, then the bridge transaction that pays the request. For a crypto-to-fiat request, the call stores the bank account that receives the money. Until the full amount has arrived on chain, a later call replaces the account. A call with a client ID can store an account, but not replace one. Repeating the call is safe.',
    // Sessions may not call this operation: it can store a bank account, and a link on any page can cause a GET with the cookie.
    auth: ['apiKey', 'clientId'],
    scope: 'create',
    params: requestParams,
    query: payQuerySchema,
    responses: {
      200: {
        description:
          'The transactions, approvals first, and the data that a client needs about them.',
        schema: requestCalldataSchema,
        example: requestCalldataExample,
        otherExamples: { crosschain: crosschainRequestCalldataExample },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: REQUEST_PAYING_PROBLEMS,
  }),
  quote: endpoint({
    id: 'createRequestQuote',
    host: 'api',
    method: 'POST',
    path: '/v2/request/{requestId}/quotes',
    tag: 'Requests',
    summary: 'Quote a request’s amount in its payment currency',
    description:
      'Fixes the price of the unpaid amount at the current market price, for 10 minutes by default. Returns the current quote while at least half of its time is left. `pay` then returns transactions for exactly the quoted amount. A part of the request costs its share of the quote; a converted request is paid at it only whole. It needs one only to be paid from another chain. A plain payment of exactly the quoted amount also pays a converted request.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: requestParams,
    body: quoteBodySchema,
    bodyExample: { wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    responses: {
      201: { description: 'The current quote.', schema: quoteSchema, example: quoteExample },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      ...REQUEST_PAYING_PROBLEMS,
      400: 'A member is not valid, the request is paid (`already_paid`), or it is not paid at a market price (`quote_not_needed`).',
      429: 'The client sent too many calls, or the request has the maximum number of quotes (`too_many_quotes`).',
      ...PRICE_PROBLEM,
    },
  }),
}

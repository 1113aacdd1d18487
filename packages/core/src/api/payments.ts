import { z } from 'zod'
import { paymentQuoteSchema } from '../schemas/quotes.ts'
import {
  addressSchema,
  currencyIdSchema,
  customerInfoSchema,
  decimalSchema,
  feeSchema,
  limitSchema,
  momentSchema,
  opaqueIdSchema,
  paymentReferenceSchema,
  requestIdSchema,
  securePaymentFlowSchema,
  txHashSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { freeText, textMatching } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery, paginationSchema, refuseEmptyRange, refusePageConflict } from './paging.ts'
import { paymentEvents } from './paymentEvents.ts'
import {
  paymentTotalsExample,
  paymentTotalsQuerySchema,
  paymentTotalsSchema,
} from './paymentTotals.ts'
import { refundedFacts, refundOfSchema } from './refundSchemas.ts'
import { paymentReferenceExample, requestExample, requestIdExample } from './requestExamples.ts'
import {
  paymentFacts,
  paymentTypeSchema,
  rateProviderSchema,
  worthFacts,
} from './requestSchemas.ts'

/** A decimal amount, with or without a currency after it. */
const AMOUNT_SEARCH = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,77})?(?: \S{1,100})?$/

const amountSearchSchema = textMatching(AMOUNT_SEARCH, {
  code: 'invalid_amount',
  message: 'must be a decimal amount, or one with a currency: 12.5 or "12.5 USDC"',
})
  .meta({ examples: ['12.50 USDC'] })
  .describe(
    'The exact amount of the payment, in the currency of the price or in the tokens that arrived; `12.5` equals `12.50`. With the symbol or id of a currency behind it, returns only payments that were priced or paid in it.',
  )

/** The members of a query that select payments. */
const filterMembers = {
  txHash: txHashSchema
    .optional()
    .describe('The source or destination transaction; a batch transaction has several payments.'),
  walletAddress: addressSchema
    .optional()
    .describe(
      'The payer or the payee; only the payer for a client ID whose payment page hides its payees.',
    ),
  paymentReference: paymentReferenceSchema.optional(),
  paymentId: opaqueIdSchema.optional().describe('The `id` of one payment.'),
  requestId: opaqueIdSchema.optional(),
  reference: freeText({ min: 1, max: 255 })
    .optional()
    .describe('The merchant’s reference, as an exact match.'),
  customerEmail: z
    .email()
    .max(255)
    .optional()
    .describe(
      'The customer’s e-mail address, in any letter case. Rejected for calls with a client ID, because client IDs are public.',
    ),
  amount: amountSearchSchema.optional(),
  securePaymentToken: ulidSchema
    .optional()
    .describe(
      'The token of a secure payment. The token of a reusable link selects all of its payers’ payments.',
    ),
  type: paymentTypeSchema.optional(),
  invoiceCurrency: currencyIdSchema.optional().describe('Currency id, or a symbol.'),
  paymentCurrency: currencyIdSchema.optional().describe('Currency id, or a symbol.'),
  fromDate: momentSchema.optional().describe('Returns payments at this time or later.'),
  toDate: momentSchema
    .optional()
    .describe('Returns payments at this time or earlier; must be later than fromDate.'),
}

/** The search query; parses dates to the form with milliseconds. */
export const paymentSearchQuerySchema = z
  .object({
    ...filterMembers,
    ...pageQuery({ defaultLimit: 20, maxLimit: 100 }),
    format: z
      .enum(['json', 'csv', 'spreadsheet'])
      .optional()
      .describe(
        '`csv` and `spreadsheet` return text/csv, as `GET /v2/payments/export` describes it; the header `Accept: text/csv` does the same as `csv`.',
      ),
  })
  .superRefine(refusePageConflict)
  .superRefine(refuseEmptyRange)

const exportQuerySchema = z
  .object({
    ...filterMembers,
    limit: limitSchema(100)
      .optional()
      .describe('The maximum number of payments, from 1 to 100; by default all matching ones.'),
    format: z
      .enum(['csv', 'spreadsheet'])
      .optional()
      .describe(
        '`csv` by default. `spreadsheet` returns columns for an accountant with English titles, after a byte order mark with which Excel reads UTF-8. Its amounts and worths are negative for money that went out.',
      ),
  })
  .superRefine(refuseEmptyRange)

/** The search query, parsed. */
export type PaymentSearchQuery = z.output<typeof paymentSearchQuerySchema>

const customerSchema = customerInfoSchema.pick({ firstName: true, lastName: true, email: true })

/** One payment in the search. */
const paymentSchema = z
  .object({
    ...paymentFacts,
    fees: z.array(feeSchema).nullable(),
    recurringPaymentId: z.string().nullable(),
    rateProvider: rateProviderSchema.nullable(),
    quote: paymentQuoteSchema
      .optional()
      .describe('Present only for a payment that counts at a quoted or market price.'),
    ...worthFacts,
    flow: securePaymentFlowSchema,
    isLate: z.boolean().describe('Whether the payment arrived after the link had expired.'),
    ...refundedFacts,
    refundId: ulidSchema
      .nullable()
      .describe('The id of the refund that this payment paid. Null for all other payments.'),
    refundOf: refundOfSchema
      .nullable()
      .describe(
        'The payment that this payment refunded, with its order. Null unless `refundId` is set. The filters `reference` and `customerEmail` apply to the payment’s own request, so they find received payments and not refunds.',
      ),
    request: z.object({
      requestId: requestIdSchema,
      paymentReference: paymentReferenceSchema,
      hasBeenPaid: z.boolean(),
      customerInfo: customerSchema
        .nullable()
        .describe('Null for calls with a client ID, because client IDs are public.'),
      reference: z.string().nullable(),
      surplusAmount: decimalSchema
        .nullable()
        .describe(
          'The surplus in `currency`: the received money above the request’s amount, without refunds and without the part that the merchant keeps. Null without a surplus, for less than a ten-thousandth of the amount, and for a payout.',
        ),
    }),
  })
  .meta({ id: 'Payment', description: 'One confirmed payment, with its purpose.' })

const [REQUEST_PAYMENT] = requestExample.payments

const EXAMPLE = {
  id: REQUEST_PAYMENT.id,
  amount: '30',
  sourceNetwork: 'mainnet',
  destinationNetwork: 'mainnet',
  sourceTxHash: REQUEST_PAYMENT.sourceTxHash,
  destinationTxHash: REQUEST_PAYMENT.destinationTxHash,
  timestamp: REQUEST_PAYMENT.timestamp,
  type: 'conversion',
  conversionRateSource: '1',
  conversionRateDestination: '1.0002',
  convertedAmountSource: '30.006',
  convertedAmountDestination: '30.006',
  currency: 'USD',
  paymentCurrency: 'USDC',
  fees: [{ type: 'platform', provider: 'secure-payment', amount: '0.3', currency: 'USD' }],
  recurringPaymentId: null,
  rateProvider: 'chainlink',
  amountInUsd: '30',
  reportingCurrency: 'EUR',
  amountInReportingCurrency: '27.64',
  flow: 'get_paid',
  isLate: false,
  refundedAmount: '10.002',
  refundStatus: 'partial',
  refundId: null,
  refundOf: null,
  request: {
    requestId: requestIdExample,
    paymentReference: paymentReferenceExample,
    hasBeenPaid: false,
    customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
    reference: 'PO-7781',
    surplusAmount: null,
  },
  detectionSource: 'request-network',
  note: null,
  sourceAmount: null,
  sourceCurrency: null,
  payeeFee: null,
  payerAddress: REQUEST_PAYMENT.payerAddress,
} as const

const CSV = {
  description:
    'One payment per line after a header line, with the direction and the tax of each. Times are in UTC. Text that a spreadsheet would interpret as a formula begins with an apostrophe. New columns are added at the end; the columns of `format=spreadsheet` may change.',
  example: 'id,amount,currency\r\n01KB52A1B2C3D4E5F6G7H8J9KA,30,USD\r\n',
} as const

/** The received payments. */
export const payments = {
  search: endpoint({
    id: 'searchPayments',
    host: 'api',
    method: 'GET',
    path: '/v2/payments',
    tag: 'Payments',
    summary: 'Search payments',
    description:
      'Returns the confirmed payments that match every filter, newest first; without a filter, all payments of the merchant. A client ID finds payments of its own requests, without customer data.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    query: paymentSearchQuerySchema,
    responses: {
      200: {
        description: 'One page of payments.',
        schema: z
          .object({ payments: z.array(paymentSchema), pagination: paginationSchema })
          .meta({ id: 'PaymentPage' }),
        example: {
          payments: [EXAMPLE],
          pagination: { total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null },
        },
        csv: { ...CSV, operation: 'exportPayments' },
      },
    },
    errors: [400, 401, 429],
  }),

  export: endpoint({
    id: 'exportPayments',
    host: 'api',
    method: 'GET',
    path: '/v2/payments/export',
    tag: 'Payments',
    summary: 'Export payments as CSV',
    description:
      'Returns all confirmed payments that match every filter, newest first. The response is text/csv, regardless of `Accept`. A client ID exports payments of its own requests, without customer data.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    query: exportQuerySchema,
    responses: {
      200: {
        description: 'A header line, then one line per payment.',
        schema: z.string(),
        example: CSV.example,
        csv: { ...CSV, isOnly: true },
      },
    },
    errors: [400, 401, 429],
  }),

  events: paymentEvents,

  totals: endpoint({
    id: 'getPaymentTotals',
    host: 'api',
    method: 'GET',
    path: '/v2/payments/totals',
    tag: 'Payments',
    summary: 'Get payment totals',
    description:
      'Returns the number and the exact value of the confirmed payments in a range of days, and of each day, week or month in it. Days begin at midnight in a time zone, including its clock changes.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    query: paymentTotalsQuerySchema,
    responses: {
      200: {
        description: 'The totals.',
        schema: paymentTotalsSchema,
        example: paymentTotalsExample,
      },
    },
    errors: [400, 401, 429],
  }),
}

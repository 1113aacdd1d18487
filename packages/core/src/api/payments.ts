import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageQuery, paginationSchema, refusePageConflict } from './paging.ts'
import { paymentReferenceExample, requestExample, requestIdExample } from './requestExamples.ts'
import { paymentFacts, paymentTypeSchema, rateProviderSchema } from './requestSchemas.ts'
import {
  addressSchema,
  currencyIdSchema,
  customerInfoSchema,
  feeSchema,
  momentSchema,
  opaqueIdSchema,
  paymentReferenceSchema,
  requestIdSchema,
  txHashSchema,
} from './schemas.ts'
import { freeText } from './text.ts'

/** The query of the search; parses dates to the form with milliseconds. */
export const paymentSearchQuerySchema = z
  .object({
    txHash: txHashSchema
      .optional()
      .describe('Source or destination transaction; a batch transaction has several payments.'),
    walletAddress: addressSchema
      .optional()
      .describe(
        'Payer or payee; only the payer for a client ID with a payment page that hides its payees.',
      ),
    paymentReference: paymentReferenceSchema.optional(),
    requestId: opaqueIdSchema.optional(),
    reference: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The merchant’s reference, as an exact match.'),
    type: paymentTypeSchema.optional(),
    invoiceCurrency: currencyIdSchema.optional().describe('Currency id, or a symbol.'),
    paymentCurrency: currencyIdSchema.optional().describe('Currency id, or a symbol.'),
    fromDate: momentSchema.optional().describe('Payments at this time or later.'),
    toDate: momentSchema
      .optional()
      .describe('Payments at this time or earlier; must be later than fromDate.'),
    ...pageQuery({ defaultLimit: 20, maxLimit: 100 }),
    format: z
      .enum(['json', 'csv'])
      .optional()
      .describe(
        '`csv` returns text/csv, like the header `Accept: text/csv`: all matching payments, or `limit` of them if it is sent.',
      ),
  })
  .superRefine(refusePageConflict)
  .superRefine(({ fromDate, toDate }, context) => {
    if (fromDate === undefined || toDate === undefined || fromDate < toDate) return
    context.addIssue({
      code: 'custom',
      path: ['toDate'],
      message: 'must be later than fromDate',
      params: { code: 'out_of_range' },
    })
  })

/** The query of the search, parsed. */
export type PaymentSearchQuery = z.output<typeof paymentSearchQuerySchema>

const customerSchema = customerInfoSchema.pick({ firstName: true, lastName: true, email: true })

/** One payment in the search. */
export const paymentSchema = z
  .object({
    ...paymentFacts,
    fees: z.array(feeSchema).nullable(),
    recurringPaymentId: z.string().nullable(),
    rateProvider: rateProviderSchema.nullable(),
    request: z.object({
      requestId: requestIdSchema,
      paymentReference: paymentReferenceSchema,
      hasBeenPaid: z.boolean(),
      customerInfo: customerSchema.nullable().describe('Null for a client ID: it is public.'),
      reference: z.string().nullable(),
    }),
  })
  .meta({ id: 'Payment', description: 'One confirmed payment with its purpose.' })

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
  request: {
    requestId: requestIdExample,
    paymentReference: paymentReferenceExample,
    hasBeenPaid: false,
    customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
    reference: 'PO-7781',
  },
  detectionSource: 'request-network',
  note: null,
  payerAddress: REQUEST_PAYMENT.payerAddress,
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
      'Confirmed payments that match every filter, newest first; without a filter, all payments of the merchant. A client ID finds payments of its own requests, without customer data.',
    auth: ['apiKey', 'clientId'],
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
        csv: {
          description:
            'The same payments, one line each below a header line. Text that a spreadsheet would read as a formula begins with an apostrophe.',
          example: 'id,amount,currency\r\n01KB52A1B2C3D4E5F6G7H8J9KA,30,USD\r\n',
        },
      },
    },
    errors: [400, 401, 429],
  }),
}

import { z } from 'zod'
import {
  amountSchema,
  currencyIdSchema,
  customerInfoSchema,
  decimalSchema,
  limitSchema,
  momentSchema,
  networkIdSchema,
  payeeSchema,
  requestIdSchema,
  requestStatusSchema,
  securePaymentFlowSchema,
  securePaymentStatusSchema,
  timestampSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { feePlanMember } from './feePlans.ts'
import { LOOKUP_EXAMPLE, lookupMembers } from './lookupMembers.ts'
import { cursorSchema, refuseEmptyRange } from './paging.ts'
import { storedPolicySchema } from './payeeDestinationSchemas.ts'
import { refundOfSchema } from './refundSchemas.ts'
import { requestIdExample } from './requestExamples.ts'
import { singleExample } from './securePaymentExamples.ts'
import { combinedIntoSchema } from './securePaymentSchemas.ts'

const MAX_LIMIT = 100

/** The maximum number of items per listed secure payment; `itemCount` counts all. */
export const LISTED_ITEMS = 10

const FILTERS = [
  'status',
  'flow',
  'paysRefunds',
  'reference',
  'linkToken',
  'fromDate',
  'toDate',
  'limit',
  'cursor',
] as const

/** The query for the list or, with `requestId`, for one request's secure payment. */
export const securePaymentListQuerySchema = z
  .object({
    requestId: requestIdSchema
      .optional()
      .describe(
        'One of the requests in a secure payment. The response is then that secure payment (`SecurePaymentSummary`) instead of a page, and no other parameter may be sent.',
      ),
    status: securePaymentStatusSchema
      .optional()
      .describe('Returns only secure payments with this current status.'),
    flow: securePaymentFlowSchema.optional(),
    paysRefunds: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true` returns only the links that pay refunds; `false` omits those links.'),
    reference: freeText({ min: 1, max: 255 })
      .optional()
      .describe('Returns only secure payments with exactly this reference.'),
    linkToken: ulidSchema
      .optional()
      .describe(
        'Returns only the payments that payers opened from this reusable link and for which a payment was found on chain. Without this parameter, the list contains none of them.',
      ),
    fromDate: momentSchema.optional().describe('Created at this time or later.'),
    toDate: momentSchema
      .optional()
      .describe('Created at this time or earlier; must be later than fromDate.'),
    limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
    cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
  })
  .superRefine(refuseEmptyRange)
  .superRefine((query, context) => {
    if (query.requestId === undefined) return
    for (const name of FILTERS) {
      if (query[name] === undefined) continue
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must not be sent together with requestId',
        params: { code: 'conflicting_fields' },
      })
    }
  })

/** The query for a list of links that combine payout links. */
export const combinedListQuerySchema = z.object({
  status: securePaymentStatusSchema
    .optional()
    .describe('Returns only links with this current status.'),
  limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
  cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
})

/** The query for the list, parsed. */
export type SecurePaymentListQuery = z.output<typeof securePaymentListQuerySchema>

const summary = {
  token: ulidSchema,
  securePaymentUrl: urlSchema.describe('The hosted page.'),
  receiptUrl: urlSchema
    .nullable()
    .describe(
      'The permanent page of the payment’s receipt, which exists once a payment is found; null for a reusable link.',
    ),
  status: securePaymentStatusSchema,
  paymentType: z.enum(['single', 'batch']),
  flow: securePaymentFlowSchema,
  createdAt: timestampSchema,
  expiresAt: timestampSchema,
  redirectUrl: urlSchema.nullable(),
  redirectLabel: z.string().nullable(),
  revision: z
    .int()
    .positive()
    .describe(
      'The version of the link: 1, plus one per edit. An edit must state the version that it changes.',
    ),
  isReusable: z
    .boolean()
    .describe(
      'Whether any number of payers may pay the link. A reusable link itself is never paid.',
    ),
  linkToken: ulidSchema
    .nullable()
    .describe('The reusable link from which a payer opened this secure payment; null without one.'),
  ...feePlanMember,
}

/** The secure payment for a request. */
const securePaymentSummarySchema = z
  .object({
    ...summary,
    accessPolicy: storedPolicySchema
      .nullable()
      .describe(
        'The wallets that may pay, with the rules of the payee destinations at the creation; null if any wallet may pay.',
      ),
    ...lookupMembers,
  })
  .meta({ id: 'SecurePaymentSummary', description: 'The secure payment for one request.' })

const listedItemSchema = z
  .object({
    requestId: requestIdSchema,
    payee: payeeSchema,
    amount: amountSchema.describe('The payee’s amount, in the invoice currency.'),
    amountPaid: decimalSchema.describe('The confirmed part of `amount`.'),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema,
    status: requestStatusSchema,
    reference: z.string().nullable().describe('The merchant’s reference for this item’s request.'),
    customerInfo: customerInfoSchema.nullable(),
    refundOf: refundOfSchema
      .optional()
      .describe('The payment that the item refunds; absent unless the item pays a refund.'),
  })
  .meta({ id: 'ListedSecurePaymentItem' })

const listedSchema = z
  .object({
    ...summary,
    network: networkIdSchema,
    reference: z.string().nullable(),
    title: z.string().nullable().describe('The title of the item’s order; null if there is none.'),
    firstLine: z
      .string()
      .nullable()
      .describe('The name of the first line in the item’s order; null without lines.'),
    lineCount: z.int().nonnegative().describe('The number of lines in the item’s order.'),
    completedAt: timestampSchema.nullable(),
    combinedInto: combinedIntoSchema
      .nullable()
      .describe(
        'The link that now pays this payout link’s payout; null unless the link was combined with others. Both entries list the payout, so count the payouts of entries without `combinedInto`.',
      ),
    itemCount: z.int().positive(),
    paymentCount: z
      .int()
      .nonnegative()
      .nullable()
      .describe(
        'The number of payments through a reusable link, from all payers; null for others.',
      ),
    items: z
      .array(listedItemSchema)
      .describe(`The first ${LISTED_ITEMS} items; \`itemCount\` counts all.`),
  })
  .meta({ id: 'ListedSecurePayment', description: 'One secure payment in a list.' })

/** A page of the list. */
export const securePaymentPageSchema = z
  .object({
    securePayments: z.array(listedSchema),
    nextCursor: cursorSchema.nullable().describe('Null on the last page.'),
  })
  .meta({ id: 'SecurePaymentPage' })

/** A page of the list, or the secure payment for the request that the query names. */
export const securePaymentListSchema = z.union([
  securePaymentPageSchema,
  securePaymentSummarySchema,
])

const SUMMARY_EXAMPLE = {
  token: singleExample.token,
  securePaymentUrl: `https://pay.example.test/?token=${singleExample.token}`,
  receiptUrl: `https://pay.example.test/receipts/${singleExample.token}`,
  status: 'pending',
  paymentType: 'single',
  flow: 'get_paid',
  createdAt: singleExample.createdAt,
  expiresAt: singleExample.expiresAt,
  redirectUrl: 'https://shop.example.test/thank-you',
  redirectLabel: 'Back to the shop',
  revision: 1,
  isReusable: false,
  linkToken: null,
  feePlan: null,
} as const

/** Examples of both forms of the response. */
export const securePaymentListExamples = {
  page: {
    securePayments: [
      {
        ...SUMMARY_EXAMPLE,
        network: 'base',
        reference: 'PO-7781',
        title: 'Two chairs',
        firstLine: 'Chair',
        lineCount: 2,
        completedAt: null,
        combinedInto: null,
        itemCount: 1,
        paymentCount: null,
        items: [
          {
            requestId: requestIdExample,
            payee: singleExample.payee,
            amount: '12.5',
            amountPaid: '0',
            invoiceCurrency: 'USDC-base',
            paymentCurrency: 'USDC-base',
            status: 'created',
            reference: 'PO-7781',
            customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
          },
        ],
      },
    ],
    nextCursor: null,
  },
  ofRequest: { ...SUMMARY_EXAMPLE, accessPolicy: null, ...LOOKUP_EXAMPLE },
}

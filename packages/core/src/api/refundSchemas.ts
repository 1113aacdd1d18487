import { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  customerInfoSchema,
  decimalSchema,
  networkIdSchema,
  paymentReferenceSchema,
  recipientSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { freeText, textWhere } from '../schemas/text.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'

/** The maximum length of a refund's reason, in characters. */
const MAX_REASON = 500

/** Every state of a refund; see docs/design/refunds.md. */
export const REFUND_STATUSES = [
  'waiting_for_approval',
  'open',
  'processing',
  'confirmed',
  'cancelled',
  'held',
] as const

/** The state of a refund. */
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** The state of a refund, as text. */
export const refundStatusSchema = z
  .enum(REFUND_STATUSES)
  .describe(
    '`waiting_for_approval`: a second member must approve it. `open`: it can be paid. `processing`: its payment is on chain and too young to count. `confirmed`: the money arrived. `cancelled`: it will not be paid. `held`: it cannot be paid now, see `heldReason`.',
  )

const refundHeldReasonSchema = z
  .enum(['payment_left_chain', 'exceeds_payment'])
  .describe(
    'The reason why the refund is held; null in all other states. `payment_left_chain`: it can be paid once the payment that it gives back is confirmed again. `exceeds_payment`: other refunds gave back so much that too little is left. Cancel it, and create another one for the rest.',
  )

/** The reason why a refund is held. */
export type RefundHeldReason = z.infer<typeof refundHeldReasonSchema>

/** The refunded part of a payment. */
const paymentRefundStatusSchema = z.enum(['none', 'partial', 'full'])

/** The refund members of every response about a payment. */
export const refundedFacts = {
  refundedAmount: decimalSchema.describe(
    'The amount that confirmed payments for its refunds returned, in the payment currency.',
  ),
  refundStatus: paymentRefundStatusSchema.describe(
    '`full` once `refundedAmount` is all that the payee received.',
  ),
} as const

/** The refunded payment, and the request that it paid. */
export const refundOfSchema = z
  .object({
    refundId: ulidSchema,
    paymentId: ulidSchema
      .nullable()
      .describe('The refunded payment; null while the money matches no request.'),
    requestId: requestIdSchema
      .nullable()
      .describe(
        'The request that the refunded payment pays; null while the money matches no request.',
      ),
    reference: z.string().nullable().describe('The merchant’s reference for that request.'),
    customerInfo: customerInfoSchema
      .pick({ firstName: true, lastName: true, email: true })
      .nullable()
      .describe(
        'The customer of that request. Null for calls with a client ID, because client IDs are public.',
      ),
  })
  .meta({
    id: 'RefundOf',
    description: 'The refunded payment, and the request that it paid.',
  })

/** The refunded payment, in the API's responses. */
export type RefundOf = z.input<typeof refundOfSchema>

/** The refund that an item in a secure payment pays. */
export const itemRefundOfSchema = refundOfSchema
  .omit({ customerInfo: true })
  .extend({
    reason: z.string().nullable().describe('The reason that the merchant stated for the refund.'),
    txHash: txHashSchema.describe('The transaction of the refunded payment.'),
    logIndex: z
      .int()
      .nonnegative()
      .describe(
        'The index of that payment’s log at the time of the refund. Anyone can recompute the item’s `paymentReference` from this index, `txHash`, `refundId` and `requestId`.',
      ),
  })
  .meta({
    id: 'ItemRefundOf',
    description: 'The payment that an item on a payment page refunds.',
  })

/** The refund that an item in a secure payment pays, in the API's responses. */
export type ItemRefundOf = z.input<typeof itemRefundOfSchema>

const ALL_REST = 'all'
const EXCESS = 'excess'

/** Returns the schema for an amount, or for a keyword whose amount the service computes. */
function amountOr(words: readonly string[], description: string) {
  const pattern = `^(?:${words.join('|')}|(?!0(?:\\.0+)?$)(?:0|[1-9]\\d{0,29})(?:\\.\\d{1,77})?)$`
  return textWhere((text) => {
    if (words.includes(text)) return undefined
    const { error } = amountSchema.safeParse(text)
    if (error === undefined) return undefined
    const [issue] = error.issues
    const params = issue?.code === 'custom' ? issue.params : undefined
    return {
      code: String(params?.['code'] ?? 'invalid_amount'),
      message: `${issue?.message}, or ${words.map((word) => `"${word}"`).join(' or ')}`,
    }
  }).meta({ pattern, description, examples: ['12.5', ...words] })
}

const reasonSchema = freeText({ min: 1, max: MAX_REASON }).describe(
  'The reason for giving the money back, for the merchant’s books. The payer does not see it.',
)

/** The body of a call that refunds one payment. */
export const refundCreateSchema = z
  .object({
    amount: amountOr(
      [ALL_REST],
      'The amount in the payment currency, in which the money arrived. `all` refunds whatever is left of the payment.',
    ).optional(),
    amountInInvoiceCurrency: amountSchema
      .optional()
      .describe(
        'For a converted payment, instead of `amount`: the amount in the invoice currency. The service converts it at the payment’s rate, and rounds down.',
      ),
    recipient: recipientSchema
      .optional()
      .describe('The wallet that gets the money; by default, the wallet that paid.'),
    reason: reasonSchema.optional(),
  })
  .superRefine(({ amount, amountInInvoiceCurrency }, context) => {
    const isBoth = amount !== undefined && amountInInvoiceCurrency !== undefined
    if (isBoth) {
      context.addIssue({
        code: 'custom',
        path: ['amountInInvoiceCurrency'],
        message: 'must not be sent together with amount',
        params: { code: 'conflicting_fields' },
      })
    }
    if (amount === undefined && amountInInvoiceCurrency === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: 'is required, or amountInInvoiceCurrency',
        params: { code: 'required' },
      })
    }
  })
  .meta({ id: 'RefundCreate' })

/** The body of a call that refunds an unmatched payment. */
export const unmatchedRefundCreateSchema = z
  .object({
    amount: amountOr(
      [ALL_REST],
      'The amount in the token that arrived. `all` refunds whatever is left of the payment.',
    ),
    recipient: recipientSchema
      .optional()
      .describe('The wallet that gets the money; by default, the wallet that paid.'),
    reason: reasonSchema.optional(),
  })
  .meta({ id: 'UnmatchedRefundCreate' })

/** The body of a call that refunds a request. */
export const requestRefundCreateSchema = z
  .object({
    amount: amountOr(
      [ALL_REST, EXCESS],
      'In the payment currency. `all` is the rest of all payments; `excess` is the part above the requested amount.',
    ),
    reason: reasonSchema.optional(),
  })
  .meta({ id: 'RequestRefundCreate' })

/** Surplus money that the merchant decided to keep. */
export const keptSchema = z
  .object({
    amount: decimalSchema.describe('The kept amount, in the currency in which it arrived.'),
    reason: z.string().describe('The reason that the merchant stated.'),
    decidedAt: timestampSchema,
  })
  .meta({ id: 'KeptSurplus', description: 'Money that the merchant decided not to refund.' })

/** The body of the decision to keep money. */
export const keepSchema = z
  .object({
    amount: amountSchema.describe(
      'The candidate’s `refundAmount`, so that the call does not keep money that arrived after you read it.',
    ),
    reason: freeText({ min: 1, max: MAX_REASON }).describe(
      'The reason for keeping the money, for the merchant’s books. The payer does not see it.',
    ),
  })
  .meta({ id: 'SurplusKeep' })

/** A request for which a refund may be due: it was overpaid, or paid after its expiry or cancellation. */
export const refundCandidateSchema = z
  .object({
    requestId: requestIdSchema,
    reference: z.string().nullable(),
    reason: z
      .enum(['overpaid', 'late', 'cancelled'])
      .describe(
        '`overpaid`: it received more than its amount. `late`: a full or partial payment arrived after its link had expired. `cancelled`: a payment arrived after the merchant cancelled it.',
      ),
    amount: amountOr(
      [ALL_REST, EXCESS],
      'The `amount` for `POST /v2/request/{requestId}/refunds`; the decimal `refundAmount` if the merchant keeps part of the money.',
    ),
    network: networkIdSchema,
    currency: currencyIdSchema.describe(
      'The currency in which the money arrived and refunds are paid.',
    ),
    refundAmount: decimalSchema.describe('The amount to refund, in `currency`.'),
    requestAmount: decimalSchema.describe('The requested amount, in `invoiceCurrency`.'),
    paidAmount: decimalSchema.describe(
      'The total credited for its payments, in `invoiceCurrency`.',
    ),
    invoiceCurrency: currencyIdSchema,
    payments: z
      .array(
        z.object({
          paymentId: ulidSchema,
          amount: decimalSchema.describe(
            'The part of `refundAmount` that comes from this payment.',
          ),
          payerAddress: addressSchema.nullable().describe('Null if the chain does not show it.'),
        }),
      )
      .describe('The payments that a refund would include, newest first.'),
    kept: keptSchema
      .nullable()
      .describe('The money that the merchant decided to keep; null without a decision.'),
    updatedAt: timestampSchema,
  })
  .meta({ id: 'RefundCandidate' })

/** The maximum number of refunds per link, all paid in one transaction. */
const MAX_LINK_REFUNDS = 50

/** The body of a link that pays refunds. */
export const refundLinkCreateSchema = z
  .object({
    refundIds: z
      .array(ulidSchema)
      .min(1)
      .max(MAX_LINK_REFUNDS)
      .describe('The refunds to pay, each at most once, all on one network.'),
    ...noAccessPolicy,
  })
  .superRefine(({ refundIds }, context) => {
    for (const [index, id] of refundIds.entries()) {
      if (refundIds.indexOf(id) === index) continue
      context.addIssue({
        code: 'custom',
        path: ['refundIds', index],
        message: 'must not occur twice, because a link pays a refund once',
        params: { code: 'duplicate_item' },
      })
    }
  })
  .meta({ id: 'RefundLinkCreate' })

/** A link that pays refunds. */
export const refundLinkSchema = z
  .object({
    refundIds: z
      .array(ulidSchema)
      .describe('The refunds that the link pays, in the order of the call.'),
    requestIds: z
      .array(requestIdSchema)
      .describe('The requests that pay the refunds, in the same order.'),
    securePaymentUrl: urlSchema.describe(
      'The hosted page, on which any wallet can pay the refunds.',
    ),
    token: ulidSchema,
    expiresAt: timestampSchema.describe(
      'The time when the link expires. The refunds stay open: create another link for them.',
    ),
  })
  .meta({ id: 'RefundLink' })

/** The reason why a payment for a request was not refunded with the others. */
const unrefundedReasonSchema = z
  .enum(['contract', 'bridge', 'payee', 'unknown', 'dust', 'too_many'])
  .describe(
    '`dust`: less than a 10,000th of the amount, so its refund would cost more than it returns. `too_many`: beyond 200 refunds, so repeat the call. All other reasons are those of `refund_recipient_needed`: refund the payment with a `recipient`.',
  )

/** The reason why a payment for a request was not refunded with the others. */
export type UnrefundedReason = z.infer<typeof unrefundedReasonSchema>

/** The maximum number of unrefunded payments that a response lists. */
const MAX_NAMED = 100

/** The payments that the refunds of a request left out. */
export const notRefundedSchema = z
  .array(
    z
      .object({
        paymentId: ulidSchema,
        amount: decimalSchema.describe('The part that was not refunded, in the payment currency.'),
        reason: unrefundedReasonSchema,
      })
      .meta({ id: 'UnrefundedPayment' }),
  )
  .max(MAX_NAMED)
  .describe(
    'With `all` and `excess`: the payments that the call left out, largest first, at most 100. Otherwise empty.',
  )

/** A refund in the API's responses. */
export const refundSchema = z
  .object({
    id: ulidSchema,
    status: refundStatusSchema,
    heldReason: refundHeldReasonSchema.nullable(),
    paymentId: ulidSchema
      .nullable()
      .describe('The refunded payment; null while the money matches no request.'),
    requestId: requestIdSchema
      .nullable()
      .describe(
        'The request that the refunded payment pays; null while the money matches no request.',
      ),
    unmatchedPaymentId: ulidSchema
      .nullable()
      .describe(
        'The unmatched payment that the refund gives back; null once the money counts towards a request, for example after a claim.',
      ),
    reference: z.string().nullable().describe('The merchant’s reference for that request.'),
    paymentTxHash: txHashSchema.describe('The transaction of that payment.'),
    paymentLogIndex: z
      .int()
      .nonnegative()
      .describe('The index of that payment’s log at the time of the refund.'),
    refundRequestId: requestIdSchema.describe(
      'The request that pays the refund: pass it to `GET /v2/request/{requestId}/pay`, or as one of `requestIds` to `POST /v2/payouts/batch`.',
    ),
    paymentReference: paymentReferenceSchema.describe(
      'The reference that a payment for the refund carries.',
    ),
    approvalId: ulidSchema
      .nullable()
      .describe('The approval that the refund needs; null if it needs none.'),
    network: networkIdSchema,
    currency: currencyIdSchema.describe(
      'The currency in which the money arrived and the refund is paid.',
    ),
    amount: decimalSchema,
    invoiceCurrency: currencyIdSchema.describe('The currency of the price.'),
    amountInInvoiceCurrency: decimalSchema
      .nullable()
      .describe(
        'The amount at the rate of the payment, rounded down; null if the payment was not converted.',
      ),
    amountPaid: decimalSchema.describe('The sum of the refund’s confirmed payments.'),
    recipient: addressSchema,
    reason: z.string().nullable(),
    txHash: txHashSchema.nullable().describe('The last transaction that paid the refund.'),
    isPaymentOnChain: z
      .boolean()
      .describe(
        'False while the refunded payment is missing from the chain after a reorganisation.',
      ),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    confirmedAt: timestampSchema.nullable(),
    cancelledAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Refund', description: 'A payment from the merchant back to a payer.' })

/** A refund in the API's responses. */
export type Refund = z.input<typeof refundSchema>

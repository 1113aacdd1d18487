import { z } from 'zod'
import { orderSchema } from '../schemas/order.ts'
import {
  addressSchema,
  currencyIdSchema,
  customerInfoSchema,
  decimalSchema,
  feeSchema,
  networkIdSchema,
  payeeFeeSchema,
  payeeSchema,
  paymentReferenceSchema,
  requestIdSchema,
  requestStatusSchema,
  securePaymentFlowSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { screeningFields } from '../webhooks/securePaymentEvents.ts'
import { approvalStatusSchema } from './approvals.ts'
import { recurrenceSchema } from './recurrence.ts'
import { keptSchema, refundedFacts, refundOfSchema } from './refundSchemas.ts'
import { reportingCurrencySchema } from './reportingCurrency.ts'

/** The way in which a payment settles its request. */
export const paymentTypeSchema = z.enum(['direct', 'conversion', 'crosschain', 'recurring'])

/** The source of a rate. */
export const rateProviderSchema = z
  .enum(['lifi', 'chainlink', 'coingecko', 'unknown', 'par', 'quote', 'market'])
  .describe(
    '`par`: both currencies are the same asset. `quote`: the quote that held at the payment. `market`: the market price at the payment.',
  )

const rateSourceSchema = z.enum([...rateProviderSchema.options, 'mixed'])

/** The component that detected a payment: a bridge, or the watcher of the payment contracts, under the name that existing clients use. */
const detectionSourceSchema = z
  .enum(['lifi', 'request-network'])
  .describe('`request-network`: seen in the events of the payment contracts.')

const symbolSchema = z.string()

/** The progress of money in transit to a bank account, as in the events `payment.processing` and `payment.failed`. */
export const offrampSubStatusSchema = z
  .enum([
    'initiated',
    'pending_internal_assessment',
    'ongoing_checks',
    'sending_fiat',
    'fiat_sent',
    'bounced',
    'retry_required',
    'failed',
  ])
  .optional()
  .describe(
    'Progress of a crypto-to-fiat request’s money towards the bank account; absent before its first step and after its arrival.',
  )

/** The members of every response about a confirmed payment. */
export const paymentFacts = {
  id: ulidSchema,
  amount: decimalSchema.describe('The credited amount, in the unit of the request’s amounts.'),
  sourceNetwork: z.string(),
  destinationNetwork: z.string(),
  sourceTxHash: txHashSchema.nullable(),
  destinationTxHash: txHashSchema.nullable(),
  timestamp: timestampSchema,
  type: paymentTypeSchema,
  conversionRateSource: decimalSchema
    .nullable()
    .describe('Rate from the payer’s currency to paymentCurrency; null without a conversion.'),
  conversionRateDestination: decimalSchema
    .nullable()
    .describe('Rate from currency to paymentCurrency; null without a conversion.'),
  convertedAmountSource: decimalSchema
    .nullable()
    .describe('The amount that the payer sent; null without a conversion.'),
  convertedAmountDestination: decimalSchema
    .nullable()
    .describe('The received amount, in paymentCurrency; null without a conversion.'),
  currency: symbolSchema.describe('Symbol of the invoice currency.'),
  paymentCurrency: symbolSchema.describe('Symbol of the payment currency.'),
  payerAddress: addressSchema.nullable(),
  detectionSource: detectionSourceSchema.nullable(),
  note: z.string().nullable(),
  sourceAmount: decimalSchema
    .nullable()
    .describe(
      'The amount that left the payer’s wallet for a bridge, in `sourceCurrency`; null without a bridge, or if it is unknown.',
    ),
  sourceCurrency: symbolSchema
    .nullable()
    .describe('Symbol of the token that the payer sent to a bridge; null without a bridge.'),
  payeeFee: payeeFeeSchema
    .nullable()
    .describe('The fee that the payee bore; null if the payee bore none.'),
} as const

/** The members that state the value of a payment. */
export const worthFacts = {
  amountInUsd: decimalSchema
    .nullable()
    .describe('Value in US dollars at the payment’s block; null if unknown.'),
  reportingCurrency: reportingCurrencySchema.describe(
    'The merchant account’s reporting currency, see `PUT /v1/reporting-currency`.',
  ),
  amountInReportingCurrency: decimalSchema
    .nullable()
    .describe('Value in the reporting currency at the time of the payment; null if unknown.'),
} as const

/** One confirmed payment for a request. */
const requestPaymentSchema = z
  .object({
    ...paymentFacts,
    payerEoaAddress: addressSchema.nullable(),
    paidAmount: decimalSchema.nullable().describe('The amount that the payer sent, without fees.'),
    paidCurrency: symbolSchema.nullable(),
    paidNetwork: z.string().nullable(),
    receivedAmount: decimalSchema.nullable().describe('The amount that the payee received.'),
    receivedCurrency: symbolSchema.nullable(),
    receivedNetwork: z.string().nullable(),
    excessAmount: decimalSchema
      .nullable()
      .describe('The part above the remaining amount; null if there is no excess.'),
    excessCurrency: symbolSchema.nullable(),
    fees: z.array(feeSchema).describe('The payer’s costs on top of the amount of this payment.'),
    isLate: z.boolean().describe('Whether the payment arrived after the link had expired.'),
    ...worthFacts,
    ...refundedFacts,
  })
  .meta({ id: 'RequestPayment', description: 'One confirmed payment for a request.' })

const conversionBreakdownSchema = z
  .object({
    paidAmount: decimalSchema,
    paidAmountInUsd: decimalSchema.nullable(),
    remainingAmount: decimalSchema,
    remainingAmountInUsd: decimalSchema.nullable(),
    currentMarketRate: decimalSchema
      .nullable()
      .describe('Units of the payment currency per unit of the invoice currency.'),
    currentMarketRateSource: rateSourceSchema.nullable(),
    payments: z.array(
      z.object({
        amount: decimalSchema,
        amountInUsd: decimalSchema.nullable(),
        conversionRate: decimalSchema.nullable(),
        rateSource: rateSourceSchema,
        timestamp: timestampSchema,
      }),
    ),
  })
  .meta({
    id: 'ConversionBreakdown',
    description: 'The paid and remaining amounts of a converted request. An unknown value is null.',
  })

const screeningSchema = z
  .object(screeningFields)
  .meta({ id: 'Screening', description: 'A decision about a payer’s wallet.' })

const activitySchema = z
  .object({
    kind: z
      .enum(['opened', 'screened', 'wallet_chosen', 'sent', 'seen', 'confirmed'])
      .describe(
        '`opened`: a payer’s page read the payment for the first time. `screened`: the service screened `walletAddress`, with the result in `screening`. `wallet_chosen`: a payer began to pay with `walletAddress`. `sent`: the page reported a transaction. `seen`: the transaction is in a block that is too young to count. `confirmed`: the payment counts.',
      ),
    at: timestampSchema,
    walletAddress: addressSchema.optional(),
    network: networkIdSchema.optional(),
    txHash: txHashSchema.optional(),
    paymentId: ulidSchema
      .optional()
      .describe('The id of the entry in `payments`; only for `confirmed`.'),
    screening: screeningSchema.optional().describe('The decision; only for `screened`.'),
  })
  .meta({ id: 'RequestActivity', description: 'One step of a payer.' })

/** The maximum number of payments in the response about one request. */
export const MAX_TOLD_PAYMENTS = 1_000

/** The members that the list and the single request share. */
const common = {
  requestId: requestIdSchema,
  paymentReference: paymentReferenceSchema,
  hasBeenPaid: z.boolean(),
  isListening: z.boolean().describe('Whether the service watches for payments on chain.'),
  txHash: txHashSchema.nullable().describe('The last transaction that paid the request.'),
  status: requestStatusSchema,
  subStatus: offrampSubStatusSchema,
  payee: payeeSchema
    .nullable()
    .describe(
      'Shortened to its ends (`0x12ab…89cd`) for calls with a client ID if the payment page’s access policy hides it.',
    ),
  payer: addressSchema.nullable(),
  requestAmount: decimalSchema.describe('In units of the invoice currency.'),
  invoiceCurrency: symbolSchema.nullable().describe('Symbol.'),
  paymentCurrency: symbolSchema.nullable().describe('Symbol.'),
  invoiceCurrencyId: z.string().describe('Currency id, as GET /v2/currencies lists it.'),
  paymentCurrencyId: z.string().describe('Currency id, as GET /v2/currencies lists it.'),
  network: networkIdSchema.describe('The network on which the request is paid.'),
  flow: securePaymentFlowSchema,
  reference: z.string().nullable(),
  customerInfo: customerInfoSchema
    .nullable()
    .describe('Null for calls with a client ID, because client IDs are public.'),
  isCryptoToFiatAllowed: z.boolean(),
  isCryptoToFiatAvailable: z.boolean().describe('Same value as isCryptoToFiatAllowed.'),
  recurrence: recurrenceSchema.optional().describe('Absent when the request is not recurring.'),
  isRecurrenceStopped: z.boolean().optional(),
  originalRequestId: z
    .string()
    .optional()
    .describe('The recurring request to which this period belongs, as its creator sent it.'),
  originalRequestPaymentReference: z.string().optional(),
  paidAmount: decimalSchema.describe('Sum of the confirmed payments.'),
} as const

const refundOfMember = refundOfSchema
  .optional()
  .describe('The payment that the request refunds; absent unless the request pays a refund.')

/** A request with its payments. */
export const requestSchema = z
  .object({
    ...common,
    order: orderSchema.optional().describe('The purpose of the payment; absent if not stated.'),
    payments: z
      .array(requestPaymentSchema)
      .describe(
        `The newest ${MAX_TOLD_PAYMENTS} payments, oldest first; GET /v2/payments with requestId returns all.`,
      ),
    amountInUsd: decimalSchema
      .nullable()
      .describe(
        'The paid amount; until the request is paid in full, the requested amount; null if unknown.',
      ),
    conversionRate: decimalSchema
      .nullable()
      .describe(
        'Units of the payment currency per unit of the invoice currency. It is the current rate before the first payment, and the payment’s rate if exactly one payment paid all; otherwise null.',
      ),
    rateSource: rateSourceSchema.optional(),
    conversionBreakdown: conversionBreakdownSchema.nullable(),
    fees: z
      .array(feeSchema)
      .nullable()
      .describe(
        'The payers’ costs on top of the amounts; before the first payment, the expected costs.',
      ),
    remainingAmount: decimalSchema.describe(
      'The remaining amount, in the unit of the request’s amounts.',
    ),
    payerAddress: addressSchema.nullable(),
    payerEoaAddress: addressSchema.nullable(),
    receivedAmount: decimalSchema
      .nullable()
      .describe('The amount that the payee received from all payments, in the payment currency.'),
    excessAmount: decimalSchema
      .nullable()
      .describe('The excess; null unless the payments exceed the requested amount.'),
    detectionSource: detectionSourceSchema.nullable(),
    note: z.string().nullable(),
    paidLate: z.boolean().describe('Whether the request was paid after its link had expired.'),
    ...refundedFacts,
    kept: keptSchema
      .optional()
      .describe(
        'The money that the merchant decided not to refund: it was overpaid, or arrived late or after a cancellation. Absent without a decision, and for calls with a client ID.',
      ),
    refundOf: refundOfMember,
    createdAt: timestampSchema,
    options: z
      .array(
        z.object({
          paymentCurrencyId: currencyIdSchema,
          network: networkIdSchema,
          payee: payeeSchema,
          paymentReference: paymentReferenceSchema,
        }),
      )
      .optional()
      .describe(
        'The further currencies in which the request can be paid, see `accepts`; absent without one.',
      ),
    securePaymentToken: ulidSchema
      .nullable()
      .optional()
      .describe(
        'The payment link whose page pays the request; null without one. Absent for calls with a client ID, because client IDs are public and the token opens the page.',
      ),
    receiptUrl: urlSchema
      .nullable()
      .optional()
      .describe(
        'The permanent page of the receipt; null without a payment link, and for a reusable link. Absent for calls with a client ID.',
      ),
    activity: z
      .array(activitySchema)
      .optional()
      .describe(
        'The payers’ steps, oldest first. Pages report `opened`, `wallet_chosen` and `sent`, so any caller with the link can cause them. Absent for calls with a client ID, because client IDs are public.',
      ),
  })
  .meta({ id: 'Request' })

/** A request in a list. */
export const requestSummarySchema = z
  .object({
    ...common,
    refundOf: refundOfMember,
    approval: z
      .object({
        status: approvalStatusSchema,
        reason: z
          .string()
          .nullable()
          .describe('The reason for the decline; null if none was stated.'),
      })
      .nullable()
      .describe(
        'The approval of a payout by a second member; null if the payout needs none, and for a client ID.',
      ),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'RequestSummary', description: 'A request without its payments.' })

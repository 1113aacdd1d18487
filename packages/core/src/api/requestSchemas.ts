import { z } from 'zod'
import { recurrenceSchema } from './recurrence.ts'
import {
  addressSchema,
  customerInfoSchema,
  decimalSchema,
  feeSchema,
  networkIdSchema,
  payeeSchema,
  paymentReferenceSchema,
  requestIdSchema,
  requestStatusSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
} from './schemas.ts'

/** How a payment settles its request. */
export const paymentTypeSchema = z.enum(['direct', 'conversion', 'crosschain', 'recurring'])

/** The source of a rate. */
export const rateProviderSchema = z.enum(['lifi', 'chainlink', 'coingecko', 'unknown'])

const rateSourceSchema = z.enum([...rateProviderSchema.options, 'mixed'])

/** The source of a detection: a bridge, or the watcher of the payment contracts under the name that existing clients use. */
const detectionSourceSchema = z
  .enum(['lifi', 'request-network'])
  .describe('`request-network`: seen in the events of the payment contracts.')

const symbolSchema = z.string()

/** The progress of money on its way into a bank account, with the values of `payment.processing` and `payment.failed`. */
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
    'How far the money of a crypto-to-fiat request is on its way into the bank account; absent before its first step and once it arrived.',
  )

/** The facts in every response about a confirmed payment. */
export const paymentFacts = {
  id: ulidSchema,
  amount: decimalSchema.describe('What it counts as, in the unit of the request’s amounts.'),
  sourceNetwork: z.string(),
  destinationNetwork: z.string(),
  sourceTxHash: txHashSchema.nullable(),
  destinationTxHash: txHashSchema.nullable(),
  timestamp: timestampSchema,
  type: paymentTypeSchema,
  conversionRateSource: decimalSchema
    .nullable()
    .describe('From what the payer sent to paymentCurrency; null when nothing was converted.'),
  conversionRateDestination: decimalSchema
    .nullable()
    .describe('From currency to paymentCurrency; null when nothing was converted.'),
  convertedAmountSource: decimalSchema
    .nullable()
    .describe('What the payer sent for the amount; null when nothing was converted.'),
  convertedAmountDestination: decimalSchema
    .nullable()
    .describe('What arrived for it, in paymentCurrency; null when nothing was converted.'),
  currency: symbolSchema.describe('Symbol of the invoice currency.'),
  paymentCurrency: symbolSchema.describe('Symbol of the payment currency.'),
  payerAddress: addressSchema.nullable(),
  detectionSource: detectionSourceSchema.nullable(),
  note: z.string().nullable(),
} as const

/** One confirmed payment of a request. */
export const requestPaymentSchema = z
  .object({
    ...paymentFacts,
    payerEoaAddress: addressSchema.nullable(),
    paidAmount: decimalSchema.nullable().describe('What the payer sent, without fees.'),
    paidCurrency: symbolSchema.nullable(),
    paidNetwork: z.string().nullable(),
    receivedAmount: decimalSchema.nullable().describe('What the payee received.'),
    receivedCurrency: symbolSchema.nullable(),
    receivedNetwork: z.string().nullable(),
    excessAmount: decimalSchema
      .nullable()
      .describe('The part of it beyond what was still asked; null when there is none.'),
    excessCurrency: symbolSchema.nullable(),
    isLate: z.boolean().describe('The payment landed after the link had expired.'),
  })
  .meta({ id: 'RequestPayment', description: 'One confirmed payment of a request.' })

const conversionBreakdownSchema = z
  .object({
    paidAmount: decimalSchema,
    paidAmountInUsd: decimalSchema.nullable(),
    remainingAmount: decimalSchema,
    remainingAmountInUsd: decimalSchema.nullable(),
    currentMarketRate: decimalSchema
      .nullable()
      .describe('Units of the payment currency for one of the invoice currency.'),
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
    description: 'Paid and remaining of a converted request. A worth that is not known is null.',
  })

/** The maximum number of payments in the response about one request. */
export const MAX_TOLD_PAYMENTS = 1_000

/** The members that the list and the single request share. */
const common = {
  requestId: requestIdSchema,
  paymentReference: paymentReferenceSchema,
  hasBeenPaid: z.boolean(),
  isListening: z.boolean().describe('Payments on chain are being watched for.'),
  txHash: txHashSchema.nullable().describe('The last transaction that settled it.'),
  status: requestStatusSchema,
  subStatus: offrampSubStatusSchema,
  payee: payeeSchema
    .nullable()
    .describe(
      'For a client ID shortened to its ends (`0x12ab…89cd`) where the access policy of its payment page hides it.',
    ),
  payer: addressSchema.nullable(),
  requestAmount: decimalSchema.describe('In units of the invoice currency.'),
  invoiceCurrency: symbolSchema.nullable().describe('Symbol.'),
  paymentCurrency: symbolSchema.nullable().describe('Symbol.'),
  invoiceCurrencyId: z.string().describe('Currency id, as GET /v2/currencies lists it.'),
  paymentCurrencyId: z.string().describe('Currency id, as GET /v2/currencies lists it.'),
  network: networkIdSchema.describe('Where it is paid.'),
  reference: z.string().nullable(),
  customerInfo: customerInfoSchema.nullable().describe('Null for a client ID: it is public.'),
  isCryptoToFiatAllowed: z.boolean(),
  isCryptoToFiatAvailable: z.boolean().describe('Same value as isCryptoToFiatAllowed.'),
  recurrence: recurrenceSchema.optional().describe('Absent when the request is not recurring.'),
  isRecurrenceStopped: z.boolean().optional(),
  originalRequestId: z
    .string()
    .optional()
    .describe('The recurring request it is a period of, as its creator stated it.'),
  originalRequestPaymentReference: z.string().optional(),
  paidAmount: decimalSchema.describe('Sum of the confirmed payments.'),
} as const

/** A request with its payments. */
export const requestSchema = z
  .object({
    ...common,
    payments: z
      .array(requestPaymentSchema)
      .describe(
        `The newest ${MAX_TOLD_PAYMENTS}, oldest first; GET /v2/payments with requestId has all.`,
      ),
    amountInUsd: decimalSchema
      .nullable()
      .describe(
        'What was paid, or what is asked as long as it is not paid in full; null when not known.',
      ),
    conversionRate: decimalSchema
      .nullable()
      .describe(
        'Units of the payment currency for one of the invoice currency: today’s before the first payment, that of the payment when exactly one paid it all; else null.',
      ),
    rateSource: rateSourceSchema.optional(),
    conversionBreakdown: conversionBreakdownSchema.nullable(),
    fees: z
      .array(feeSchema)
      .nullable()
      .describe('What payers spent beside the amounts; before the first payment, what is planned.'),
    remainingAmount: decimalSchema.describe('What is still asked, in the unit of the amounts.'),
    payerAddress: addressSchema.nullable(),
    payerEoaAddress: addressSchema.nullable(),
    receivedAmount: decimalSchema
      .nullable()
      .describe('What the payee received of all payments, in the payment currency.'),
    excessAmount: decimalSchema.nullable().describe('Null unless more was paid than asked.'),
    detectionSource: detectionSourceSchema.nullable(),
    note: z.string().nullable(),
    paidLate: z.boolean().describe('Paid after the link had expired.'),
  })
  .meta({ id: 'Request' })

/** A request in a list. */
export const requestSummarySchema = z
  .object({
    ...common,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'RequestSummary', description: 'A request without its payments.' })

import { z } from 'zod'
import { orderSchema } from '../schemas/order.ts'
import { paymentQuoteSchema } from '../schemas/quotes.ts'
import {
  addressSchema,
  customerInfoSchema,
  decimalSchema,
  networkIdSchema,
  payeeFeeSchema,
  paymentReferenceSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { defineEvent } from './event.ts'

const CONVERSION_FIELDS = [
  'conversionRate',
  'conversionRateSource',
  'conversionRateDestination',
  'convertedAmountSource',
  'convertedAmountDestination',
  'rateProvider',
] as const

/** The schedule behind a payment. */
const recurringPaymentSchema = z.object({ id: ulidSchema })

/** The members in every event about a request. */
export const base = {
  eventId: ulidSchema.describe('The value is the same in every delivery of this event.'),
  sequence: z.int().positive().describe('Number of the event among this request’s events, from 1.'),
  requestId: requestIdSchema,
  requestID: requestIdSchema.describe('Same value as requestId.'),
  paymentReference: paymentReferenceSchema,
  timestamp: timestampSchema,
  paymentProcessor: z.string().describe('`onchain`, or the name of the offramp provider.'),
  clientId: z
    .string()
    .optional()
    .describe('Public value of the client ID that created the request.'),
  origin: z.string().optional().describe('Origin on which that client ID was used.'),
  linkToken: ulidSchema
    .optional()
    .describe('The reusable link from which the payer opened the payment; absent for others.'),
  isTest: z.literal(true).optional().describe('On test deliveries only.'),
}

/** The members that identify one of several bridge transfers for a request. */
const transferSource = {
  sourceNetwork: networkIdSchema
    .optional()
    .describe('Network on which the payer paid, for a payment over a bridge.'),
  sourceTxHash: txHashSchema.optional().describe('The payer’s transaction on sourceNetwork.'),
}

/** The members of an arrived payment. `amount` is this payment; the totals count all payments for the request. */
const received = {
  ...base,
  explorer: urlSchema,
  amount: decimalSchema.describe(
    'In `currency`, like the totals, even if the payer paid in another currency.',
  ),
  totalAmountPaid: decimalSchema,
  expectedAmount: decimalSchema,
  txHash: txHashSchema,
  network: networkIdSchema,
  currency: z.string().describe('Symbol of the invoice currency.'),
  paymentCurrency: z.string().describe('Symbol of the payment currency.'),
  invoiceCurrencyId: z.string(),
  paymentCurrencyId: z.string(),
  payee: addressSchema,
  payerAddress: addressSchema.nullable(),
  payerEoaAddress: addressSchema.nullable(),
  isCryptoToFiat: z.boolean(),
  subStatus: z.string().describe('Empty; only events about an offramp have a value.'),
  fees: z.array(
    z.object({
      type: z.string(),
      amount: decimalSchema,
      currency: z.string().describe('Currency of the fee.'),
      provider: z.string().optional(),
    }),
  ),
  payeeFee: payeeFeeSchema.optional().describe('Absent if the payee bore no fee.'),
  reference: z.string().nullable(),
  customerInfo: customerInfoSchema.nullable(),
  order: orderSchema
    .optional()
    .describe('The order from the creation of the request; absent if the request has none.'),
  recurringPayment: recurringPaymentSchema
    .optional()
    .describe('The recurring payout to which this payment belongs.'),
  ...transferSource,
  note: z.string().optional().describe('Note on an unusual payment.'),
  excessAmount: decimalSchema
    .optional()
    .describe('The amount above expectedAmount; absent without an excess.'),
  paidLate: z
    .literal(true)
    .optional()
    .describe('The payment arrived after the link had expired or the payment had been cancelled.'),
  isCancelled: z
    .literal(true)
    .optional()
    .describe('The merchant had cancelled the request: refund the payer instead of delivering.'),
  conversionRate: decimalSchema
    .optional()
    .describe(
      'Units of paymentCurrency per unit of currency. This member and the next ones are present only for converted payments.',
    ),
  conversionRateSource: decimalSchema
    .optional()
    .describe(
      'Rate from the payer’s currency to paymentCurrency: 1 unless the payment came over a bridge.',
    ),
  conversionRateDestination: decimalSchema
    .optional()
    .describe('Rate from currency to paymentCurrency.'),
  convertedAmountSource: decimalSchema.optional().describe('The amount that the payer sent.'),
  convertedAmountDestination: decimalSchema
    .optional()
    .describe('The amount received, in paymentCurrency.'),
  rateProvider: z
    .string()
    .optional()
    .describe(
      'Source of the rate: `chainlink`; or `par`, `quote` or `market` for a payment that the host priced.',
    ),
  quote: paymentQuoteSchema
    .optional()
    .describe('Present only for a payment that counts at a quoted or market price.'),
}

const PARTIAL_EXAMPLE = {
  eventId: '01KB53A1B2C3D4E5F6G7H8J9KA',
  sequence: 1,
  requestId: '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a',
  requestID: '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a',
  paymentReference: '0x7d1e0a92c4b85f36',
  explorer:
    'https://pay.example.test/r/01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a',
  amount: '30',
  totalAmountPaid: '30',
  expectedAmount: '80',
  timestamp: '2026-11-02T08:15:00.000Z',
  txHash: '0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf',
  network: 'base',
  currency: 'USDC',
  paymentCurrency: 'USDC',
  invoiceCurrencyId: 'USDC-base',
  paymentCurrencyId: 'USDC-base',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payerAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  payerEoaAddress: null,
  isCryptoToFiat: false,
  subStatus: '',
  paymentProcessor: 'onchain',
  fees: [],
  reference: 'PO-7781',
  customerInfo: null,
}

/** The request is paid in full: the order may be fulfilled. Sent once per request. */
export const paymentConfirmed = defineEvent(
  'payment.confirmed',
  withWholeConversion(z.object({ event: z.literal('payment.confirmed'), ...received })).meta({
    id: 'PaymentConfirmedEvent',
    description: 'The request is paid in full: the order may be fulfilled. Sent once per request.',
  }),
  {
    event: 'payment.confirmed',
    ...PARTIAL_EXAMPLE,
    eventId: '01KB55A1B2C3D4E5F6G7H8J9KA',
    sequence: 2,
    amount: '50',
    totalAmountPaid: '80',
    timestamp: '2026-11-03T09:41:07.000Z',
    txHash: '0x0b77a1c93f52d8e4061b7c8d9eaf5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1',
  },
)

/** A payment arrived, and the total is less than expected. */
export const paymentPartial = defineEvent(
  'payment.partial',
  withWholeConversion(z.object({ event: z.literal('payment.partial'), ...received })).meta({
    id: 'PaymentPartialEvent',
    description: 'A payment arrived, and the total is less than expected.',
  }),
  { event: 'payment.partial', ...PARTIAL_EXAMPLE },
)

/** Money arrived with a request’s reference, but does not count towards the request. */
export const paymentUnmatched = defineEvent(
  'payment.unmatched',
  z
    .object({
      event: z.literal('payment.unmatched'),
      ...base,
      reason: z
        .string()
        .describe('`wrong_token`, `wrong_payee`, `wrong_network`, `nothing_arrived` and others.'),
      network: networkIdSchema.describe('Network on which the money moved.'),
      txHash: txHashSchema,
      logIndex: z.int().nonnegative(),
      tokenAddress: addressSchema.nullable().describe('Null for the native coin.'),
      payerAddress: addressSchema
        .nullable()
        .describe('The owner of the money; null if the owner was not readable at detection.'),
      payee: addressSchema.describe('The receiver of the money.'),
      amountUnits: z.string().describe('In base units of the token.'),
    })
    .meta({
      id: 'PaymentUnmatchedEvent',
      description:
        'Money arrived with a request’s reference, but does not count towards the request.',
    }),
  {
    event: 'payment.unmatched',
    eventId: '01KB58A1B2C3D4E5F6G7H8J9KA',
    sequence: 1,
    requestId: PARTIAL_EXAMPLE.requestId,
    requestID: PARTIAL_EXAMPLE.requestID,
    paymentReference: '0x7d1e0a92c4b85f36',
    timestamp: '2026-11-02T08:15:00.000Z',
    paymentProcessor: 'onchain',
    reason: 'wrong_token',
    network: 'base',
    txHash: '0x0b77a1c93f52d8e4061b7c8d9eaf5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1',
    logIndex: 7,
    tokenAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    payerAddress: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
    payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    amountUnits: '12500000',
  },
)

/** A payment or its offramp failed permanently, or a confirmed payment left the chain (`failureReason: 'reorganised'`). */
export const paymentFailed = defineEvent(
  'payment.failed',
  z
    .object({
      event: z.literal('payment.failed'),
      ...base,
      subStatus: z.enum(['failed', 'bounced']),
      failureReason: z
        .string()
        .optional()
        .describe(
          'For a recurring payout: `insufficient_balance`, `insufficient_allowance`, `permit_expired`, `permit_cancelled` or `transfer_refused`. For a payment that left the chain: `reorganised`. For a payment over a bridge: `bridge_failed`, or `bridge_other_token` if the payee received a token other than the requested one. For an offramp: the provider’s own text.',
        ),
      heldRefundIds: z
        .array(ulidSchema)
        .optional()
        .describe(
          'The refunds that are held until the payment is back on the chain, after `reorganised`; absent without such refunds.',
        ),
      retryAfter: z.string().optional(),
      isCryptoToFiat: z.boolean(),
      totalAmountPaid: decimalSchema.optional(),
      expectedAmount: decimalSchema.optional(),
      ...transferSource,
      recurringPayment: recurringPaymentSchema
        .nullable()
        .describe('The recurring payout to which the payment belongs; null if there is none.'),
    })
    .meta({
      id: 'PaymentFailedEvent',
      description:
        'A payment or its offramp failed permanently, or a confirmed payment left the chain (failureReason reorganised).',
    }),
  {
    event: 'payment.failed',
    eventId: '01KB56A1B2C3D4E5F6G7H8J9KA',
    sequence: 3,
    requestId: PARTIAL_EXAMPLE.requestId,
    requestID: PARTIAL_EXAMPLE.requestID,
    paymentReference: '0x7d1e0a92c4b85f36',
    timestamp: '2026-11-03T10:00:00.000Z',
    subStatus: 'bounced',
    failureReason: 'beneficiary bank returned the transfer',
    isCryptoToFiat: true,
    paymentProcessor: 'sandbox-offramp',
    recurringPayment: null,
  },
)

/** The offramp advanced. */
export const paymentProcessing = defineEvent(
  'payment.processing',
  z
    .object({
      event: z.literal('payment.processing'),
      ...base,
      offrampId: z.string(),
      subStatus: z.enum([
        'initiated',
        'pending_internal_assessment',
        'ongoing_checks',
        'sending_fiat',
        'fiat_sent',
        'bounced',
        'retry_required',
      ]),
      rawPayload: z.record(z.string(), z.unknown()),
    })
    .meta({ id: 'PaymentProcessingEvent', description: 'The offramp reached its next step.' }),
  {
    event: 'payment.processing',
    eventId: '01KB54A1B2C3D4E5F6G7H8J9KA',
    sequence: 2,
    requestId: PARTIAL_EXAMPLE.requestId,
    requestID: PARTIAL_EXAMPLE.requestID,
    paymentReference: '0x7d1e0a92c4b85f36',
    offrampId: 'off_01KB51',
    timestamp: '2026-11-03T09:50:00.000Z',
    subStatus: 'sending_fiat',
    paymentProcessor: 'sandbox-offramp',
    rawPayload: { status: 'sending_fiat' },
  },
)

/** A bridge sent the money back to the payer. */
export const paymentRefunded = defineEvent(
  'payment.refunded',
  z
    .object({
      event: z.literal('payment.refunded'),
      ...base,
      refundedTo: addressSchema,
      refundAmount: decimalSchema,
      currency: z.string().describe('Symbol of the refunded token.'),
      ...transferSource,
      totalAmountPaid: decimalSchema
        .optional()
        .describe('The amount of other payments, which a refund does not reduce.'),
      expectedAmount: decimalSchema.optional(),
    })
    .meta({
      id: 'PaymentRefundedEvent',
      description: 'A bridge sent the money back to the payer.',
    }),
  {
    event: 'payment.refunded',
    eventId: '01KB57A1B2C3D4E5F6G7H8J9KA',
    sequence: 3,
    requestId: PARTIAL_EXAMPLE.requestId,
    requestID: PARTIAL_EXAMPLE.requestID,
    paymentReference: '0x7d1e0a92c4b85f36',
    refundedTo: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    refundAmount: '49.97',
    currency: 'USDC',
    timestamp: '2026-11-03T09:59:00.000Z',
    paymentProcessor: 'onchain',
  },
)

/** A new period of a recurring invoice began: there is a new request to pay. */
export const requestRecurring = defineEvent(
  'request.recurring',
  z
    .object({
      event: z.literal('request.recurring'),
      ...base,
      originalRequestId: requestIdSchema,
      originalRequestPaymentReference: paymentReferenceSchema,
    })
    .meta({
      id: 'RequestRecurringEvent',
      description: 'A new period of a recurring invoice began: there is a new request to pay.',
    }),
  {
    event: 'request.recurring',
    eventId: '01KB58A1B2C3D4E5F6G7H8J9KA',
    sequence: 1,
    requestId: '01019f3c6da2b1a7c0924be85d3f1690c2e0ab77d4f0514f2b91aa77c02e5b9c5b',
    requestID: '01019f3c6da2b1a7c0924be85d3f1690c2e0ab77d4f0514f2b91aa77c02e5b9c5b',
    paymentReference: '0x19c2e0ab77d4f051',
    originalRequestId: PARTIAL_EXAMPLE.requestId,
    originalRequestPaymentReference: '0x7d1e0a92c4b85f36',
    timestamp: '2026-12-01T00:00:05.000Z',
    paymentProcessor: 'onchain',
  },
)

/** The six members of a conversion are present together or not at all. */
function withWholeConversion<
  S extends z.ZodType<{ [F in (typeof CONVERSION_FIELDS)[number]]?: string | undefined }>,
>(schema: S): S {
  return schema.refine(
    (payment) => {
      const count = CONVERSION_FIELDS.filter((field) => payment[field] !== undefined).length
      return count === 0 || count === CONVERSION_FIELDS.length
    },
    `${CONVERSION_FIELDS.join(', ')} must be present together`,
  )
}

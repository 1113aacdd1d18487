import { z } from 'zod'
import {
  addressSchema,
  decimalSchema,
  networkIdSchema,
  paymentReferenceSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { defineEvent } from './event.ts'

const REQUEST_ID = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'

/** The members in every event about a refund. */
const base = {
  eventId: ulidSchema.describe('The value is the same in every delivery of this event.'),
  sequence: z.int().positive().describe('Number of the event among this refund’s events, from 1.'),
  refundId: ulidSchema,
  paymentId: ulidSchema
    .nullable()
    .describe('The refunded payment; null while its money matches no request.'),
  requestId: requestIdSchema
    .nullable()
    .describe('That payment’s request; null while the money matches none.'),
  requestID: requestIdSchema.nullable().describe('Same value as requestId.'),
  unmatchedPaymentId: ulidSchema
    .nullable()
    .describe(
      'The unmatched payment that is given back; null once its money counts towards a request.',
    ),
  reference: z.string().nullable().describe('The merchant’s reference for that request.'),
  paymentTxHash: txHashSchema.describe('The transaction of that payment.'),
  refundRequestId: requestIdSchema.describe('The request that pays the refund.'),
  paymentReference: paymentReferenceSchema.describe('The reference that the refund carries.'),
  network: networkIdSchema,
  currency: z.string().describe('Symbol of the refunded currency.'),
  currencyId: z.string(),
  amount: decimalSchema.describe('In `currency`.'),
  invoiceCurrencyId: z.string().describe('The currency of the price.'),
  amountInInvoiceCurrency: decimalSchema
    .optional()
    .describe('The amount at the payment’s rate; absent if the payment was not converted.'),
  recipient: addressSchema,
  reason: z.string().nullable().describe('The merchant’s reason.'),
  timestamp: timestampSchema,
  paymentProcessor: z.string().describe('`onchain`.'),
  clientId: z
    .string()
    .optional()
    .describe('Public value of the client ID that created the refunded request.'),
  isTest: z.literal(true).optional().describe('On test deliveries only.'),
}

const EXAMPLE = {
  eventId: '01KB61A1B2C3D4E5F6G7H8J9KA',
  sequence: 1,
  refundId: '01KB6A1B2C3D4E5F6G7H8J9KAB',
  paymentId: '01KB52A1B2C3D4E5F6G7H8J9KA',
  requestId: REQUEST_ID,
  requestID: REQUEST_ID,
  unmatchedPaymentId: null,
  reference: 'PO-7781',
  paymentTxHash: '0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf',
  refundRequestId: `01${'5b'.repeat(32)}`,
  paymentReference: '0x19c2e0ab77d4f051',
  network: 'base',
  currency: 'USDC',
  currencyId: 'USDC-base',
  amount: '10.002',
  invoiceCurrencyId: 'USD',
  amountInInvoiceCurrency: '10',
  recipient: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  reason: 'Returned goods',
  timestamp: '2026-11-05T10:00:00.000Z',
  paymentProcessor: 'onchain',
}

/** The merchant decided to give money back. */
export const refundCreated = defineEvent(
  'refund.created',
  z
    .object({
      event: z.literal('refund.created'),
      ...base,
      isWaitingForApproval: z
        .literal(true)
        .optional()
        .describe('A second member must approve the refund before it can be paid.'),
    })
    .meta({ id: 'RefundCreatedEvent', description: 'A refund was created. No money has moved.' }),
  { event: 'refund.created', ...EXAMPLE },
)

/** A refund’s money arrived. */
export const refundConfirmed = defineEvent(
  'refund.confirmed',
  z
    .object({
      event: z.literal('refund.confirmed'),
      ...base,
      totalAmountPaid: decimalSchema.describe('The sum of the refund’s payments.'),
      excessAmount: decimalSchema
        .optional()
        .describe('The part above `amount`; absent without an excess.'),
      txHash: txHashSchema.describe('The transaction that completed the refund.'),
      payerAddress: addressSchema.nullable().describe('The wallet that paid the refund.'),
      isCancelled: z
        .literal(true)
        .optional()
        .describe('The merchant had cancelled the refund; the money arrived nevertheless.'),
      hasPaymentLeftChain: z
        .literal(true)
        .optional()
        .describe('The refunded payment is not on the chain, after a reorganisation.'),
    })
    .meta({
      id: 'RefundConfirmedEvent',
      description: 'A refund’s money arrived at its recipient. Sent once per refund.',
    }),
  {
    event: 'refund.confirmed',
    ...EXAMPLE,
    eventId: '01KB62A1B2C3D4E5F6G7H8J9KA',
    sequence: 2,
    timestamp: '2026-11-05T10:05:00.000Z',
    totalAmountPaid: '10.002',
    txHash: '0x0b77a1c93f52d8e4061b7c8d9eaf5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1',
    payerAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  },
)

/** An earlier refund.confirmed is no longer true. */
export const refundFailed = defineEvent(
  'refund.failed',
  z
    .object({
      event: z.literal('refund.failed'),
      ...base,
      failureReason: z.enum(['reorganised']).describe('`reorganised`: its payment left the chain.'),
      totalAmountPaid: decimalSchema.describe('The sum of the payments that remain.'),
    })
    .meta({
      id: 'RefundFailedEvent',
      description: 'An earlier `refund.confirmed` is no longer true. The refund is open again.',
    }),
  {
    event: 'refund.failed',
    ...EXAMPLE,
    eventId: '01KB63A1B2C3D4E5F6G7H8J9KA',
    sequence: 3,
    timestamp: '2026-11-05T10:20:00.000Z',
    failureReason: 'reorganised',
    totalAmountPaid: '0',
  },
)

/** The merchant will not pay a refund. */
export const refundCancelled = defineEvent(
  'refund.cancelled',
  z.object({ event: z.literal('refund.cancelled'), ...base, cancelledAt: timestampSchema }).meta({
    id: 'RefundCancelledEvent',
    description: 'The merchant cancelled a refund, or a member declined it.',
  }),
  {
    event: 'refund.cancelled',
    ...EXAMPLE,
    eventId: '01KB64A1B2C3D4E5F6G7H8J9KA',
    sequence: 2,
    timestamp: '2026-11-05T11:00:00.000Z',
    cancelledAt: '2026-11-05T11:00:00.000Z',
  },
)

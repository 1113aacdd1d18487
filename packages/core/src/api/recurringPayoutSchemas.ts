import { z } from 'zod'
import { allowanceTransactionSchema } from './payoutSchemas.ts'
import { frequencySchema, startDateSchema } from './recurrence.ts'
import {
  amountSchema,
  currencyIdSchema,
  decimalSchema,
  networkIdSchema,
  paymentReferenceSchema,
  recipientSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
} from './schemas.ts'
import { textMatching } from './text.ts'

/** The values of a recurring payout's `status`. */
export const recurringPayoutStatusSchema = z
  .enum(['pending', 'active', 'paused', 'completed', 'cancelled'])
  .meta({
    id: 'RecurringPayoutStatus',
    description:
      '`pending`: waits for the payer’s signature. `paused`: a payment failed three times and waits for `unpause`.',
  })

/** The payer's signature of the permit. Whether it is the payer's is the action's to say. */
export const permitSignatureSchema = textMatching(/^0x[0-9a-fA-F]{130}$/, {
  code: 'invalid_signature',
  message: 'must be a signature of 65 bytes: 0x and 130 hex digits',
})

/** A recurring payout as it is read; customer data is left out for every caller. */
export const recurringPayoutRecordSchema = z
  .object({
    id: ulidSchema,
    status: recurringPayoutStatusSchema,
    processedPayments: z.int().nonnegative().describe('Payments that are confirmed on chain.'),
    totalPayments: z.int().positive(),
    lastPaymentDate: timestampSchema
      .nullable()
      .describe('When the last confirmed payment was made.'),
    nextPaymentDate: timestampSchema
      .nullable()
      .describe('When the next payment is due; null unless active, and once all are made.'),
    failureCount: z
      .int()
      .nonnegative()
      .optional()
      .describe(
        'Failed tries of the present payment; the third pauses the payout. Absent without any.',
      ),
    failureReason: z
      .string()
      .optional()
      .describe(
        'Why the last try failed: insufficient_balance, insufficient_allowance, permit_expired, permit_cancelled or transfer_refused.',
      ),
    requests: z
      .array(z.object({ requestId: requestIdSchema, paymentReference: paymentReferenceSchema }))
      .describe(
        'One a payment, in their order: the first, and each later one from when it fell due.',
      ),
    payments: z
      .array(
        z.object({
          id: ulidSchema,
          amount: decimalSchema,
          timestamp: timestampSchema,
          txHash: txHashSchema,
        }),
      )
      .describe('Confirmed payments, oldest first.'),
    payer: recipientSchema,
    payee: recipientSchema,
    frequency: frequencySchema,
    amount: amountSchema.describe('What the payee receives each time.'),
    network: networkIdSchema,
    paymentCurrency: currencyIdSchema,
    reference: z.string().nullable(),
    startDate: startDateSchema.describe('As it was stated.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'RecurringPayoutRecord' })

/** What `PATCH /v2/payouts/recurring/{id}` answers to `cancel`. */
export const recurringPayoutCancelledSchema = z
  .object({
    id: ulidSchema,
    status: z.literal('cancelled'),
    transactions: z
      .array(allowanceTransactionSchema)
      .describe(
        'For the payer, in order, each of its own use: lowers the allowance by what this payout would still have taken, then revokes the permit on chain where the contract can. Empty when there is nothing to take back.',
      ),
    metadata: z.object({
      remainingPayments: z.int().nonnegative(),
      remainingAmount: decimalSchema.describe(
        'What the payee will not get, in the payment currency.',
      ),
      remainingPaymentsAmount: decimalSchema.describe('Same as remainingAmount.'),
      processedPayments: z.int().nonnegative(),
      totalPayments: z.int().positive(),
    }),
  })
  .meta({ id: 'RecurringPayoutCancelled' })

/** What `PATCH /v2/payouts/recurring/{id}` answers to `unpause`. */
export const recurringPayoutUnpausedSchema = z
  .object({
    id: ulidSchema,
    status: z.literal('active'),
    metadata: z.object({
      processedPayments: z.int().nonnegative(),
      totalPayments: z.int().positive(),
      nextPaymentDate: timestampSchema.nullable(),
    }),
  })
  .meta({ id: 'RecurringPayoutUnpaused' })

/** What `PATCH /v2/payouts/recurring/{id}` answers. */
export const recurringPayoutUpdatedSchema = z
  .discriminatedUnion('status', [recurringPayoutCancelledSchema, recurringPayoutUnpausedSchema])
  .meta({ id: 'RecurringPayoutUpdated' })

/** The values of a recurring payout's `status`. */
export type RecurringPayoutStatus = z.output<typeof recurringPayoutStatusSchema>
/** A recurring payout as it is read. */
export type RecurringPayoutRecord = z.input<typeof recurringPayoutRecordSchema>

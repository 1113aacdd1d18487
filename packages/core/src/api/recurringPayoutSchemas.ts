import { z } from 'zod'
import {
  addressSchema,
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
} from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { transactionSchema } from './calldataSchemas.ts'
import { MAX_RECURRING_PAYMENTS } from './payoutSchemas.ts'
import { frequencySchema, startDateSchema } from './recurrence.ts'

/** The values of a recurring payout's `status`. */
export const recurringPayoutStatusSchema = z
  .enum(['pending', 'active', 'paused', 'completed', 'cancelled'])
  .meta({
    id: 'RecurringPayoutStatus',
    description:
      '`pending`: the payer has not signed yet. `paused`: a payment failed three times; `unpause` resumes the payout.',
  })

/** The payer's signature of the permit. The host's action checks that the payer signed. */
export const permitSignatureSchema = textMatching(/^0x[0-9a-fA-F]{130}$/, {
  code: 'invalid_signature',
  message: 'must be a 65-byte signature: 0x and 130 hex digits',
})

/** A transaction whose value is the hex string `0x0`, because a recurring payout transfers no native coins. */
export const allowanceTransactionSchema = transactionSchema
  .extend({ value: z.literal('0x0') })
  .meta({
    id: 'AllowanceTransaction',
    description: 'A transaction for the payer to sign and send; it transfers no native coins.',
  })

const unitsSchema = textMatching(/^(?:0|[1-9]\d{0,77})$/, {
  code: 'invalid_amount',
  message: 'must be a whole number of base units as text',
}).meta({
  id: 'BaseUnits',
  description: 'Number of the token’s base units, as a string.',
  examples: ['120000000'],
})

const bytes32Schema = textMatching(/^0x[0-9a-f]{64}$/, {
  code: 'invalid_hex',
  message: 'must be 0x and 64 lower-case hex digits',
})

const UINT32_MAX = 4_294_967_295

const permitValuesSchema = z
  .object({
    subscriber: addressSchema.describe('The payer, who signs the permit.'),
    token: addressSchema,
    recipient: recipientSchema.describe('The payee.'),
    feeAddress: addressSchema.describe('The zero address if there is no fee.'),
    amount: unitsSchema.describe('The payee’s amount of each payment, in base units of the token.'),
    feeAmount: unitsSchema.describe('The fee of each payment, in base units of the token.'),
    relayerFee: unitsSchema.describe('Always 0: the service pays the gas.'),
    periodSeconds: z
      .int()
      .positive()
      .max(UINT32_MAX)
      .describe('Minimum seconds between the due time of one payment and that of the next.'),
    firstPayment: z
      .int()
      .positive()
      .max(UINT32_MAX)
      .describe('Due time of the first payment in unix seconds.'),
    totalPayments: z.int().min(2).max(MAX_RECURRING_PAYMENTS),
    nonce: bytes32Schema.describe('A value that makes each permit unique.'),
    deadline: z.int().positive().describe('Unix seconds after which no payment is possible.'),
    strictOrder: z
      .boolean()
      .describe('Whether the contract makes the payments only in order; always true.'),
  })
  .meta({
    id: 'SchedulePermit',
    description:
      'The permission that the payer signs: a number of equal payments to one payee, none before it is due.',
  })

const permitSchema = z
  .object({
    domain: z.object({
      name: z.literal('ERC20RecurringPaymentProxy'),
      version: z.literal('1'),
      chainId: z.int().positive(),
      verifyingContract: addressSchema,
    }),
    types: z.object({
      SchedulePermit: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
    values: permitValuesSchema.describe('The data to sign, under the name that ethers uses.'),
    primaryType: z.literal('SchedulePermit'),
    message: permitValuesSchema.describe('The same data as `values`, under the name in EIP-712.'),
  })
  .meta({ id: 'RecurringPaymentPermit', description: 'EIP-712 typed data for the payer to sign.' })

const allowanceSchema = z.object({
  totalNeededAllowance: unitsSchema.describe(
    'Sum of all payments in this schedule and in the payer’s other schedules, fees included.',
  ),
  currentAllowance: unitsSchema,
  additionalAllowanceNeeded: unitsSchema.describe(
    'The missing allowance; 0 if the allowance suffices.',
  ),
  existingPaymentsAmount: unitsSchema.describe(
    'The amount that the payer’s other active and paused schedules with this token and contract still need. All of these schedules share one allowance. The amount excludes unsigned schedules.',
  ),
})

/** A created recurring payout, which the payer has not signed yet. */
export const recurringPayoutSchema = z
  .object({
    id: ulidSchema.describe('Id of the recurring payout.'),
    requestId: requestIdSchema.describe(
      'The request of the first payment; each later payment has a separate request.',
    ),
    transactions: z
      .array(allowanceTransactionSchema)
      .describe(
        'The approval transactions that the payer must send before the first payment is due. Empty if the allowance suffices.',
      ),
    recurringPaymentPermit: permitSchema,
    metadata: z
      .object({
        stepsRequired: z
          .int()
          .positive()
          .describe('Number of transactions plus one for the signature.'),
        ...allowanceSchema.shape,
      })
      .describe('Amounts in base units of the token, unlike in the rest of the API.'),
  })
  .meta({ id: 'RecurringPayout' })

/** The response to `POST /v2/payouts/recurring/{id}`. */
export const recurringPayoutActivatedSchema = z
  .object({
    id: ulidSchema,
    status: z.literal('active'),
    message: z.string(),
    metadata: allowanceSchema
      .optional()
      .describe('Amounts in base units of the token. Absent if no node responds in time.'),
    transactions: z
      .array(allowanceTransactionSchema)
      .optional()
      .describe(
        'The approval transactions that the payer must still send, in order. They cover this payout and all of the payer’s other signed payouts. Empty if the allowance suffices; absent if no node responds in time.',
      ),
  })
  .meta({ id: 'RecurringPayoutActivated' })

/** A recurring payout as a read returns it; customer data is omitted for every caller. */
export const recurringPayoutRecordSchema = z
  .object({
    id: ulidSchema,
    status: recurringPayoutStatusSchema,
    processedPayments: z
      .int()
      .nonnegative()
      .describe('Number of payments that are confirmed on chain.'),
    totalPayments: z.int().positive(),
    lastPaymentDate: timestampSchema.nullable().describe('Time of the last confirmed payment.'),
    nextPaymentDate: timestampSchema
      .nullable()
      .describe(
        'The due time of the next payment; null unless the payout is active, and after the last payment.',
      ),
    failureCount: z
      .int()
      .nonnegative()
      .optional()
      .describe(
        'Failed attempts at the current payment; the third one pauses the payout. Absent without failures.',
      ),
    failureReason: z
      .string()
      .optional()
      .describe(
        'Reason of the last failure: insufficient_balance, insufficient_allowance, permit_expired, permit_cancelled or transfer_refused.',
      ),
    requests: z
      .array(z.object({ requestId: requestIdSchema, paymentReference: paymentReferenceSchema }))
      .describe(
        'One request per payment, in order. A later payment’s request is present once that payment is due.',
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
    amount: amountSchema.describe('The payee’s amount of each payment.'),
    network: networkIdSchema,
    paymentCurrency: currencyIdSchema,
    reference: z.string().nullable(),
    startDate: startDateSchema.describe('The start date as the caller sent it.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'RecurringPayoutRecord' })

/** A recurring payout as a read by its id returns it, with the transactions that its payer can still send. */
export const recurringPayoutDetailSchema = recurringPayoutRecordSchema
  .extend({
    recurringPaymentPermit: permitSchema
      .optional()
      .describe('For a pending payout that the payer can still sign: its permit.'),
    transactions: z
      .array(allowanceTransactionSchema)
      .optional()
      .describe(
        'Transactions for the payer, in order, based on the current state of the chain. For a pending payout, these are the missing approvals. For a cancelled payout, they revoke it on chain. Empty if the payer has nothing to send. Absent in every other status, and if no node responds in time.',
      ),
  })
  .meta({ id: 'RecurringPayoutDetail' })

/** The response to `PATCH /v2/payouts/recurring/{id}` with `cancel`. */
const recurringPayoutCancelledSchema = z
  .object({
    id: ulidSchema,
    status: z.literal('cancelled'),
    transactions: z
      .array(allowanceTransactionSchema)
      .describe(
        'Transactions for the payer, in order; each also works alone. The first lowers the allowance by the amount that this payout would still need; the second revokes the permit on chain if the contract supports it. Empty if there is nothing to revoke.',
      ),
    metadata: z.object({
      remainingPayments: z.int().nonnegative(),
      remainingAmount: decimalSchema.describe(
        'The stated amounts of the payments that will not be made, in the payment currency.',
      ),
      remainingPaymentsAmount: decimalSchema.describe('Same as remainingAmount.'),
      processedPayments: z.int().nonnegative(),
      totalPayments: z.int().positive(),
    }),
  })
  .meta({ id: 'RecurringPayoutCancelled' })

/** The response to `PATCH /v2/payouts/recurring/{id}` with `unpause`. */
const recurringPayoutUnpausedSchema = z
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

/** The response to `PATCH /v2/payouts/recurring/{id}`. */
export const recurringPayoutUpdatedSchema = z
  .discriminatedUnion('status', [recurringPayoutCancelledSchema, recurringPayoutUnpausedSchema])
  .meta({ id: 'RecurringPayoutUpdated' })

/** A recurring payout in the response to `POST /v2/payouts`. */
export type RecurringPayout = z.input<typeof recurringPayoutSchema>
/** The values of a recurring payout's `status`. */
export type RecurringPayoutStatus = z.output<typeof recurringPayoutStatusSchema>
/** A recurring payout as a read returns it. */
export type RecurringPayoutRecord = z.input<typeof recurringPayoutRecordSchema>
/** A recurring payout as a read by its id returns it. */
export type RecurringPayoutDetail = z.input<typeof recurringPayoutDetailSchema>

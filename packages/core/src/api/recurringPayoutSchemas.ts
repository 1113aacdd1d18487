import { z } from 'zod'
import { transactionSchema } from './calldataSchemas.ts'
import { MAX_RECURRING_PAYMENTS } from './payoutSchemas.ts'
import { frequencySchema, startDateSchema } from './recurrence.ts'
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

/** The payer's signature of the permit. The action checks that it is the payer's. */
export const permitSignatureSchema = textMatching(/^0x[0-9a-fA-F]{130}$/, {
  code: 'invalid_signature',
  message: 'must be a signature of 65 bytes: 0x and 130 hex digits',
})

/** A transaction whose value is the hex text `0x0`: those of a recurring payout transfer no native coins. */
export const allowanceTransactionSchema = transactionSchema
  .extend({ value: z.literal('0x0') })
  .meta({
    id: 'AllowanceTransaction',
    description: 'A transaction for the payer to sign and send; it moves no native coins.',
  })

const unitsSchema = textMatching(/^(?:0|[1-9]\d{0,77})$/, {
  code: 'invalid_amount',
  message: 'must be a whole number of base units as text',
}).meta({
  id: 'BaseUnits',
  description: 'Whole number of base units of the token, as text.',
  examples: ['120000000'],
})

const bytes32Schema = textMatching(/^0x[0-9a-f]{64}$/, {
  code: 'invalid_hex',
  message: 'must be 0x and 64 lower-case hex digits',
})

const UINT32_MAX = 4_294_967_295

const permitValuesSchema = z
  .object({
    subscriber: addressSchema.describe('The payer, who signs.'),
    token: addressSchema,
    recipient: recipientSchema.describe('The payee.'),
    feeAddress: addressSchema.describe('The zero address when there is no fee.'),
    amount: unitsSchema.describe('What the payee receives each time, in base units of the token.'),
    feeAmount: unitsSchema.describe('What the fee address receives each time, in base units.'),
    relayerFee: unitsSchema.describe('Always 0: the service bears the cost of sending.'),
    periodSeconds: z
      .int()
      .positive()
      .max(UINT32_MAX)
      .describe(
        'The contract refuses a payment before so many seconds passed since the one before was due.',
      ),
    firstPayment: z
      .int()
      .positive()
      .max(UINT32_MAX)
      .describe('When the first payment is due; unix seconds.'),
    totalPayments: z.int().min(2).max(MAX_RECURRING_PAYMENTS),
    nonce: bytes32Schema.describe('Makes each permit unique.'),
    deadline: z.int().positive().describe('After this moment nothing is paid; unix seconds.'),
    strictOrder: z.boolean().describe('True: the payments are made in order, none is left out.'),
  })
  .meta({
    id: 'SchedulePermit',
    description:
      'What the payer’s signature allows: so many payments of so much to one payee, not before they are due.',
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
    values: permitValuesSchema.describe('What is signed, under the name that ethers gives it.'),
    primaryType: z.literal('SchedulePermit'),
    message: permitValuesSchema.describe('The same as `values`, under the name of EIP-712.'),
  })
  .meta({ id: 'RecurringPaymentPermit', description: 'EIP-712 typed data for the payer to sign.' })

const allowanceSchema = z.object({
  totalNeededAllowance: unitsSchema.describe(
    'All payments of this schedule and of the payer’s others, fees included.',
  ),
  currentAllowance: unitsSchema,
  additionalAllowanceNeeded: unitsSchema.describe('What the allowance lacks; 0 when it suffices.'),
  existingPaymentsAmount: unitsSchema.describe(
    'What the payer’s other active and paused schedules of this token and contract still need: one allowance serves all. One that waits for its signature is not among them.',
  ),
})

/** A created recurring payout, which waits for the payer's signature. */
export const recurringPayoutSchema = z
  .object({
    id: ulidSchema.describe('Id of the recurring payout.'),
    requestId: requestIdSchema.describe(
      'The request of its first payment; each later one has its own.',
    ),
    transactions: z
      .array(allowanceTransactionSchema)
      .describe(
        'What the payer sends before the first payment is due: the approval of the contract. Empty when the allowance suffices.',
      ),
    recurringPaymentPermit: permitSchema,
    metadata: z
      .object({
        stepsRequired: z.int().positive().describe('The transactions, and the signature.'),
        ...allowanceSchema.shape,
      })
      .describe('Amounts in base units of the token, unlike everywhere else.'),
  })
  .meta({ id: 'RecurringPayout' })

/** The response of `POST /v2/payouts/recurring/{id}`. */
export const recurringPayoutActivatedSchema = z
  .object({
    id: ulidSchema,
    status: z.literal('active'),
    message: z.string(),
    metadata: allowanceSchema
      .optional()
      .describe('Amounts in base units of the token. Absent when no node answers in time.'),
    transactions: z
      .array(allowanceTransactionSchema)
      .optional()
      .describe(
        'The approval that the payer still has to send, in order: it covers this payout and all others of the payer that are signed by now. Empty when the allowance suffices; absent when no node answers in time.',
      ),
  })
  .meta({ id: 'RecurringPayoutActivated' })

/** A recurring payout as read; customer data is left out for every caller. */
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

/** A recurring payout as read by its id: with the actions left to its payer, in any browser. */
export const recurringPayoutDetailSchema = recurringPayoutRecordSchema
  .extend({
    recurringPaymentPermit: permitSchema
      .optional()
      .describe(
        'Of a pending payout, while it can be signed: the permit that creating it answered.',
      ),
    transactions: z
      .array(allowanceTransactionSchema)
      .optional()
      .describe(
        'For the payer, in order, as the chain has it now. Of a pending payout, the approvals that are still missing; of a cancelled one, what still takes back on chain what was signed. Empty when nothing is left to send; absent in every other status, and when no node answers in time.',
      ),
  })
  .meta({ id: 'RecurringPayoutDetail' })

/** The response of `PATCH /v2/payouts/recurring/{id}` to `cancel`. */
const recurringPayoutCancelledSchema = z
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

/** The response of `PATCH /v2/payouts/recurring/{id}` to `unpause`. */
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

/** The response of `PATCH /v2/payouts/recurring/{id}`. */
export const recurringPayoutUpdatedSchema = z
  .discriminatedUnion('status', [recurringPayoutCancelledSchema, recurringPayoutUnpausedSchema])
  .meta({ id: 'RecurringPayoutUpdated' })

/** A recurring payout in the response of `POST /v2/payouts`. */
export type RecurringPayout = z.input<typeof recurringPayoutSchema>
/** The values of a recurring payout's `status`. */
export type RecurringPayoutStatus = z.output<typeof recurringPayoutStatusSchema>
/** A recurring payout as read. */
export type RecurringPayoutRecord = z.input<typeof recurringPayoutRecordSchema>
/** A recurring payout as read by its id. */
export type RecurringPayoutDetail = z.input<typeof recurringPayoutDetailSchema>

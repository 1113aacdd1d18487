import { z } from 'zod'
import { feeShareSchema, paymentMetadataSchema, transactionSchema } from './calldataSchemas.ts'
import { customerInfoInputSchema } from './customerInfo.ts'
import { frequencySchema, startDateSchema } from './recurrence.ts'
import { requestTransactionSchema } from './requestPaying.ts'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  paymentReferenceSchema,
  percentageSchema,
  recipientSchema,
  requestIdSchema,
  ulidSchema,
  withFeePair,
} from './schemas.ts'
import { freeText, textMatching } from './text.ts'

/** Most payments of one batch. */
export const MAX_BATCH_PAYOUTS = 200

/** Most payments of one recurring payout: the contract counts them in one byte. */
export const MAX_RECURRING_PAYMENTS = 255

const totalPaymentsSchema = z
  .int()
  .superRefine((total, context) => {
    if (total >= 2 && total <= MAX_RECURRING_PAYMENTS) return
    const message =
      total < 2
        ? 'must be at least 2: leave recurrence out for a single payment'
        : `must be at most ${MAX_RECURRING_PAYMENTS}: the contract counts the payments of a permit in one byte`
    context.addIssue({ code: 'custom', message, params: { code: 'out_of_range' } })
  })
  .meta({
    minimum: 2,
    maximum: MAX_RECURRING_PAYMENTS,
    description: `How many payments there will be: 2 to ${MAX_RECURRING_PAYMENTS}, as the contract counts them in one byte.`,
  })

/** The schedule of a recurring payout. */
export const payoutRecurrenceSchema = z
  .object({
    startDate: startDateSchema.describe(
      'When the first payment is due: a day (`2026-12-01`, its first moment in UTC) or a time in UTC. Today is taken, a day before it is not.',
    ),
    frequency: frequencySchema,
    totalPayments: totalPaymentsSchema,
    payer: addressSchema
      .optional()
      .describe(
        'Whose tokens are sent, on an EVM network; never the payee. Needed here or as `payerWallet`.',
      ),
  })
  .meta({
    id: 'PayoutRecurrence',
    description:
      'Makes the payout recurring: the service sends each payment when it is due, by one permit that the payer signs. Periods are counted in UTC from `startDate`: of a 31st, a shorter month has its last day.',
  })

const PAYER_FIELDS = ['payerWallet', 'payerAddress', 'payer'] as const

/**
 * What a caller states of a payout. Parses the names of the payer into `payer`, which a recurring payout always has, and into
 * `payerField`, the one that it came from, for errors to name.
 */
export const payoutCreateSchema = withFeePair(
  z.object({
    payee: recipientSchema
      .optional()
      .describe('Needed unless the calling client ID is bound to a payee destination.'),
    amount: amountSchema.describe('What the payee receives, in units of the invoice currency.'),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema.describe(
      'What the payer pays with. A recurring payout is in one token: here the same as invoiceCurrency.',
    ),
    feePercentage: percentageSchema
      .optional()
      .describe('Percent on top of the amount. A client ID with a fee other than 0 overrides it.'),
    feeAddress: recipientSchema.optional().describe('Who receives the fee.'),
    recurrence: payoutRecurrenceSchema.optional(),
    payerWallet: addressSchema
      .optional()
      .describe('The payer: balances and allowances are read only when it is given.'),
    payerAddress: addressSchema.optional().describe('Another name of `payerWallet`.'),
    payer: addressSchema.optional().describe('Another name of `payerWallet`.'),
    customerInfo: customerInfoInputSchema.optional(),
    reference: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The merchant’s own reference, such as a payroll number.'),
  }),
)
  .superRefine((body, context) => {
    const named = payersOf(body)
    const [first] = named
    if (first === undefined) {
      if (body.recurrence === undefined) return
      context.addIssue({
        code: 'custom',
        path: ['recurrence', 'payer'],
        message: 'is required: a recurring payout is signed by its payer',
        params: { code: 'required' },
      })
      return
    }
    for (const { path, address } of named) {
      if (isSameAddress(address, first.address)) continue
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `must be the same as ${first.path.join('.')}: it is another name of it`,
        params: { code: 'conflicting_fields' },
      })
    }
  })
  .transform(({ payerWallet, payerAddress, payer, recurrence, ...body }) => {
    const [named] = payersOf({ payerWallet, payerAddress, payer, recurrence })
    return {
      ...body,
      payer: named?.address,
      payerField: named?.path.join('.'),
      recurrence: recurrence && scheduleOf(recurrence),
    }
  })
  .meta({
    id: 'PayoutCreate',
    description:
      'One payment that the caller makes; with `recurrence` a schedule of them. payerWallet, payerAddress, payer and recurrence.payer are names of the same wallet.',
    dependentRequired: { feePercentage: ['feeAddress'], feeAddress: ['feePercentage'] },
  })

/** A payout to create, parsed. */
export type PayoutCreate = z.output<typeof payoutCreateSchema>

/** When a recurring payout pays, parsed. */
export type PayoutSchedule = Omit<z.output<typeof payoutRecurrenceSchema>, 'payer'>

function scheduleOf({
  payer: _,
  ...schedule
}: z.output<typeof payoutRecurrenceSchema>): PayoutSchedule {
  return schedule
}

type NamedPayers = { [F in (typeof PAYER_FIELDS)[number]]?: string | undefined } & {
  recurrence?: { payer?: string | undefined } | undefined
}

/** Every name under which the body states its payer, in the order of precedence. */
function payersOf(body: NamedPayers): { path: readonly string[]; address: string }[] {
  const stated = [
    ...PAYER_FIELDS.map((field) => ({ path: [field], address: body[field] })),
    { path: ['recurrence', 'payer'], address: body.recurrence?.payer },
  ]
  return stated.flatMap(({ path, address }) => (address === undefined ? [] : [{ path, address }]))
}

/** EVM addresses ignore case; those of Tron do not. */
function isSameAddress(left: string, right: string): boolean {
  if (!left.startsWith('0x')) return left === right
  return left.toLowerCase() === right.toLowerCase()
}

const batchItemSchema = z
  .object({
    payee: recipientSchema,
    amount: amountSchema.describe('What the payee receives, in units of the invoice currency.'),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema,
  })
  .meta({ id: 'PayoutBatchItem' })

/** What a caller states of a batch: items to create requests of, or the ids of requests that exist. */
export const payoutBatchCreateSchema = withFeePair(
  z.object({
    requests: z
      .array(batchItemSchema)
      .min(1)
      .max(MAX_BATCH_PAYOUTS)
      .optional()
      .describe('What to pay; a request is created of each.'),
    requestIds: z
      .array(requestIdSchema)
      .min(1)
      .max(MAX_BATCH_PAYOUTS)
      .optional()
      .describe('Requests that exist, each once: what is left of each is paid.'),
    payer: addressSchema
      .optional()
      .describe('The payer: balances and allowances are read only when it is given.'),
    feePercentage: percentageSchema.optional().describe('Percent on top of each amount.'),
    feeAddress: recipientSchema.optional().describe('Who receives the fee of every item.'),
  }),
)
  .superRefine(({ requestIds }, context) => {
    for (const [index, requestId] of (requestIds ?? []).entries()) {
      if (requestIds?.indexOf(requestId) === index) continue
      const message = 'must not be there twice: a request is paid once'
      context.addIssue({
        code: 'custom',
        path: ['requestIds', index],
        message,
        params: { code: 'duplicate_item' },
      })
    }
  })
  .superRefine(({ requests, requestIds }, context) => {
    if ((requests === undefined) !== (requestIds === undefined)) return
    const [field, code, message] =
      requests === undefined
        ? (['requests', 'required', 'is required, or requestIds in its place'] as const)
        : (['requestIds', 'conflicting_fields', 'must not be sent together with requests'] as const)
    context.addIssue({ code: 'custom', path: [field], message, params: { code } })
  })
  .meta({
    id: 'PayoutBatchCreate',
    description: 'Either `requests` or `requestIds`, all on one EVM network.',
    dependentRequired: { feePercentage: ['feeAddress'], feeAddress: ['feePercentage'] },
  })

/** A batch to create, parsed. */
export type PayoutBatchCreate = z.output<typeof payoutBatchCreateSchema>

/** A single payout that was created, with the calldata that pays it. */
export const singlePayoutSchema = z
  .object({
    requestId: requestIdSchema,
    paymentReference: paymentReferenceSchema,
    transactions: z
      .array(requestTransactionSchema)
      .describe(
        'In the order of sending: at most one approval wherever the token allows it, then the payment. A token that refuses to change an allowance (USDT) has one that is left over set to zero first: then there are three transactions, and `approvalTransactionIndex` is that of the first.',
      ),
    metadata: paymentMetadataSchema,
  })
  .meta({ id: 'SinglePayout' })

/** A transaction whose value is the hex text `0x0`: those around a recurring payout move no native coins. */
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

/** A recurring payout that was created; it waits for the payer’s signature. */
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
        totalNeededAllowance: unitsSchema.describe(
          'All payments of this schedule and of the payer’s others, fees included.',
        ),
        currentAllowance: unitsSchema,
        additionalAllowanceNeeded: unitsSchema.describe(
          'What the allowance lacks; 0 when it suffices.',
        ),
        existingPaymentsAmount: unitsSchema.describe(
          'What the payer’s other schedules of this token and contract still need: one allowance serves all.',
        ),
      })
      .describe('Amounts in base units of the token, unlike everywhere else.'),
  })
  .meta({ id: 'RecurringPayout' })

/** What `POST /v2/payouts` answers: calldata, or a permit to sign. */
export const payoutCreatedSchema = z.union([recurringPayoutSchema, singlePayoutSchema]).meta({
  id: 'PayoutCreated',
  description: 'RecurringPayout when the body had `recurrence`, else SinglePayout.',
})

/** What `POST /v2/payouts/batch` answers. */
export const payoutBatchSchema = z
  .object({
    ERC20ApprovalTransactions: z
      .array(transactionSchema.extend({ value: z.literal(0) }))
      .describe(
        'Send these first, in this order; empty when none is needed. One a token, or two where an allowance that is left over has to be set to zero first (USDT).',
      ),
    batchPaymentTransaction: requestTransactionSchema.describe('Pays all items, or none.'),
    requestIds: z.array(requestIdSchema).describe('One an item, in the order of the items.'),
    platformFee: feeShareSchema.optional(),
    protocolFee: feeShareSchema.optional(),
    metadata: z.object({
      hasEnoughBalance: z.boolean(),
      hasEnoughGas: z.boolean(),
      balanceChecked: z
        .boolean()
        .optional()
        .describe(
          'False when no payer was given: balances then report true without having been read.',
        ),
    }),
  })
  .meta({ id: 'PayoutBatch' })

/** A recurring payout as `POST /v2/payouts` answers it. */
export type RecurringPayout = z.input<typeof recurringPayoutSchema>
/** A single payout as the API answers it. */
export type SinglePayout = z.input<typeof singlePayoutSchema>
/** A batch as the API answers it. */
export type PayoutBatch = z.input<typeof payoutBatchSchema>

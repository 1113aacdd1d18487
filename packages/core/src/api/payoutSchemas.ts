import { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  percentageSchema,
  recipientSchema,
  requestIdSchema,
  withFeePair,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { customerInfoInputSchema } from './customerInfo.ts'
import { feeBearerMember } from './feePlans.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'
import { noCryptoToFiat } from './noCryptoToFiat.ts'
import { frequencySchema, startDateSchema } from './recurrence.ts'

/** The maximum number of payments per batch. */
export const MAX_BATCH_PAYOUTS = 200

/** The maximum number of payments per recurring payout: the contract counts them in one byte. */
export const MAX_RECURRING_PAYMENTS = 255

const totalPaymentsSchema = z
  .int()
  .superRefine((total, context) => {
    if (total >= 2 && total <= MAX_RECURRING_PAYMENTS) return
    const message =
      total < 2
        ? 'must be at least 2: omit recurrence for a single payment'
        : `must be at most ${MAX_RECURRING_PAYMENTS}: the contract counts a permit’s payments in one byte`
    context.addIssue({ code: 'custom', message, params: { code: 'out_of_range' } })
  })
  .meta({
    minimum: 2,
    maximum: MAX_RECURRING_PAYMENTS,
    description: `Number of payments: 2 to ${MAX_RECURRING_PAYMENTS}, because the contract counts them in one byte.`,
  })

/** The schedule of a recurring payout. */
const payoutRecurrenceSchema = z
  .object({
    startDate: startDateSchema.describe(
      'The due time of the first payment: a day (`2026-12-01`, its first moment in UTC) or a time in UTC. Today is accepted; an earlier day is rejected.',
    ),
    frequency: frequencySchema,
    totalPayments: totalPaymentsSchema,
    payer: addressSchema
      .optional()
      .describe(
        'The payer, whose tokens are sent, on an EVM network; never the payee. Required here or as `payerWallet`.',
      ),
  })
  .meta({
    id: 'PayoutRecurrence',
    description:
      'Makes the payout recurring: the service sends each payment when it is due, under one permit that the payer signs. Periods begin at `startDate` and are counted in UTC. If `startDate` is the 31st, a shorter month uses its last day.',
  })

const referenceSchema = freeText({ min: 1, max: 255 }).describe(
  'The merchant’s reference, such as a payroll number.',
)

const PAYER_FIELDS = ['payerWallet', 'payerAddress', 'payer'] as const

/**
 * The caller's input for a payout. Parses the payer's aliases into `payer`, which a recurring payout always has, and into `payerField`, the
 * sent alias, which errors name.
 */
export const payoutCreateSchema = withFeePair(
  z.object({
    payee: recipientSchema
      .optional()
      .describe('Required unless the calling client ID is bound to a payee destination.'),
    amount: amountSchema.describe(
      'The stated amount, in units of the invoice currency. The payee receives it, less the fee if the payee bears the fee.',
    ),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema.describe(
      'The currency that the payer sends. A recurring payout uses one token, so both currencies must be the same.',
    ),
    feePercentage: percentageSchema
      .optional()
      .describe(
        'A percentage that is added to the amount. A client ID with a fee other than 0 overrides it.',
      ),
    feeAddress: recipientSchema.optional().describe('The address that receives the fee.'),
    ...feeBearerMember,
    recurrence: payoutRecurrenceSchema.optional(),
    payerWallet: addressSchema
      .optional()
      .describe('The payer’s wallet. Without it, the service reads no balances and allowances.'),
    payerAddress: addressSchema.optional().describe('Alias of `payerWallet`.'),
    payer: addressSchema.optional().describe('Alias of `payerWallet`.'),
    customerInfo: customerInfoInputSchema.optional(),
    reference: referenceSchema.optional(),
    ...noAccessPolicy,
    ...noCryptoToFiat,
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
        message: `is required, or ${PAYER_FIELDS.join(', ')} in its place: the payer signs a recurring payout`,
        params: { code: 'required' },
      })
      return
    }
    for (const { path, address } of named) {
      if (isSameAddress(address, first.address)) continue
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `must be the same as ${first.path.join('.')}: it is an alias`,
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
      'One payment by the caller; with `recurrence`, a schedule of payments. payerWallet, payerAddress, payer and recurrence.payer are aliases for the same wallet.',
    dependentRequired: { feePercentage: ['feeAddress'], feeAddress: ['feePercentage'] },
  })

/** A payout to create, parsed. */
export type PayoutCreate = z.output<typeof payoutCreateSchema>

/** The schedule of a recurring payout, parsed. */
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

/** Returns the payer under each alias that the body contains, in the order of precedence. */
function payersOf(body: NamedPayers): { path: readonly string[]; address: string }[] {
  const stated = [
    ...PAYER_FIELDS.map((field) => ({ path: [field], address: body[field] })),
    { path: ['recurrence', 'payer'], address: body.recurrence?.payer },
  ]
  return stated.flatMap(({ path, address }) => (address === undefined ? [] : [{ path, address }]))
}

/** EVM addresses are case-insensitive; Tron addresses are not. */
function isSameAddress(left: string, right: string): boolean {
  if (!left.startsWith('0x')) return left === right
  return left.toLowerCase() === right.toLowerCase()
}

const batchItemSchema = z
  .object({
    payee: recipientSchema,
    amount: amountSchema.describe(
      'The stated amount, in units of the invoice currency. The payee receives it, less the fee if the payee bears the fee.',
    ),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema,
    reference: referenceSchema.optional(),
    ...noAccessPolicy,
    ...noCryptoToFiat,
  })
  .meta({ id: 'PayoutBatchItem' })

/** The caller's input for a batch: new items, or the ids of existing requests. */
export const payoutBatchCreateSchema = withFeePair(
  z.object({
    requests: z
      .array(batchItemSchema)
      .min(1)
      .max(MAX_BATCH_PAYOUTS)
      .optional()
      .describe('The items to pay; each becomes a request.'),
    requestIds: z
      .array(requestIdSchema)
      .min(1)
      .max(MAX_BATCH_PAYOUTS)
      .optional()
      .describe(
        'Existing requests, each at most once. The batch pays each request’s remaining amount.',
      ),
    payer: addressSchema
      .optional()
      .describe('The payer’s wallet. Without it, the service reads no balances and allowances.'),
    feePercentage: percentageSchema
      .optional()
      .describe('A percentage that is added to each amount.'),
    feeAddress: recipientSchema.optional().describe('The address that receives every item’s fee.'),
    ...feeBearerMember,
    ...noAccessPolicy,
  }),
)
  .superRefine(({ requestIds }, context) => {
    const seen = new Set<string>()
    for (const [index, requestId] of (requestIds ?? []).entries()) {
      if (!seen.has(requestId)) {
        seen.add(requestId)
        continue
      }
      const message = 'must not occur twice, because a batch pays a request once'
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

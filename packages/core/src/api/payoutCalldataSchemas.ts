import { z } from 'zod'
import { paymentReferenceSchema, requestIdSchema, ulidSchema } from '../schemas/schemas.ts'
import {
  batchFeeSchema,
  feeShareSchema,
  paymentMetadataSchema,
  transactionSchema,
} from './calldataSchemas.ts'
import { requestTransactionSchema } from './requestPaying.ts'

/** A created single payout, with the calldata that pays it. */
export const singlePayoutSchema = z
  .object({
    requestId: requestIdSchema,
    paymentReference: paymentReferenceSchema,
    transactions: z
      .array(requestTransactionSchema)
      .describe(
        'Send the transactions in this order: at most one approval, then the payment. If the token rejects a change to a non-zero allowance (USDT), another transaction first sets a remaining allowance to zero. There are then three transactions, and `approvalTransactionIndex` is the index of the first.',
      ),
    metadata: paymentMetadataSchema,
  })
  .meta({ id: 'SinglePayout' })

/** The response to `POST /v2/payouts/batch`. */
export const payoutBatchSchema = z
  .object({
    ERC20ApprovalTransactions: z
      .array(transactionSchema.extend({ value: z.literal(0) }))
      .describe(
        'Send these transactions first, in this order; empty if no approval is needed. One per token, or two if the first must set a remaining allowance to zero (USDT).',
      ),
    batchPaymentTransaction: requestTransactionSchema.describe('Pays all items or none.'),
    requestIds: z.array(requestIdSchema).describe('One per item, in the order of the items.'),
    platformFee: feeShareSchema.optional(),
    protocolFee: feeShareSchema
      .optional()
      .describe('The batch contract’s own fee, as in `metadata.batchFee`.'),
    metadata: z.object({
      hasEnoughBalance: z.boolean(),
      hasEnoughGas: z.boolean(),
      balanceChecked: z
        .boolean()
        .optional()
        .describe(
          'False without a payer: `hasEnoughBalance` and `hasEnoughGas` are then true, but unverified.',
        ),
      batchFee: batchFeeSchema.optional(),
    }),
  })
  .meta({ id: 'PayoutBatch' })

/** A created payout that needs a second member's approval; the response has no calldata yet. */
const waitingPayoutSchema = z
  .object({
    status: z.literal('awaiting_approval'),
    approvalId: ulidSchema.describe('The approval’s id, as in `GET /v1/approvals`.'),
    requestIds: z.array(requestIdSchema).describe('One per payout, in the order of the items.'),
    recurringPaymentId: ulidSchema
      .nullable()
      .describe('The id of a recurring payout; null for other payouts.'),
  })
  .meta({ id: 'WaitingPayout' })

/** The response when a payout needs a second member’s approval. */
export const waitingResponse = {
  description:
    'The payout was created, and waits for the approval of a second member: it is worth at least the limit of the merchant account. After the approval, `GET /v2/request/{requestId}/pay`, `POST /v2/payouts/batch` with `requestIds`, or `GET /v2/payouts/recurring/{id}` returns what the payer signs.',
  schema: waitingPayoutSchema,
  example: {
    status: 'awaiting_approval',
    approvalId: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
    requestIds: [`01${'5b'.repeat(32)}`],
    recurringPaymentId: null,
  },
} as const

/** A payout that needs an approval, in the API's responses. */
export type WaitingPayout = z.input<typeof waitingPayoutSchema>
/** A single payout in the API's responses. */
export type SinglePayout = z.input<typeof singlePayoutSchema>
/** A batch in the API's responses. */
export type PayoutBatch = z.input<typeof payoutBatchSchema>

import { z } from 'zod'
import {
  batchFeeSchema,
  feeShareSchema,
  paymentMetadataSchema,
  transactionSchema,
} from './calldataSchemas.ts'
import { requestTransactionSchema } from './requestPaying.ts'
import { paymentReferenceSchema, requestIdSchema } from './schemas.ts'

/** A created single payout, with the calldata that pays it. */
export const singlePayoutSchema = z
  .object({
    requestId: requestIdSchema,
    paymentReference: paymentReferenceSchema,
    transactions: z
      .array(requestTransactionSchema)
      .describe(
        'In the order of sending: at most one approval, then the payment. A token that refuses to change an allowance (USDT) first has a remaining one set to zero: there are then three transactions, and `approvalTransactionIndex` is that of the first.',
      ),
    metadata: paymentMetadataSchema,
  })
  .meta({ id: 'SinglePayout' })

/** The response of `POST /v2/payouts/batch`. */
export const payoutBatchSchema = z
  .object({
    ERC20ApprovalTransactions: z
      .array(transactionSchema.extend({ value: z.literal(0) }))
      .describe(
        'Send these first, in this order; empty if none is needed. One per token, or two if a remaining allowance must be set to zero first (USDT).',
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
        .describe('False without a payer: the balance members are then true without a reading.'),
      batchFee: batchFeeSchema.optional(),
    }),
  })
  .meta({ id: 'PayoutBatch' })

/** A single payout in the API's responses. */
export type SinglePayout = z.input<typeof singlePayoutSchema>
/** A batch in the API's responses. */
export type PayoutBatch = z.input<typeof payoutBatchSchema>

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
        'In the order of sending: at most one approval wherever the token allows it, then the payment. A token that refuses to change an allowance (USDT) has one that is left over set to zero first: then there are three transactions, and `approvalTransactionIndex` is that of the first.',
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
        'Send these first, in this order; empty when none is needed. One a token, or two where an allowance that is left over has to be set to zero first (USDT).',
      ),
    batchPaymentTransaction: requestTransactionSchema.describe('Pays all items, or none.'),
    requestIds: z.array(requestIdSchema).describe('One an item, in the order of the items.'),
    platformFee: feeShareSchema.optional(),
    protocolFee: feeShareSchema
      .optional()
      .describe('The fee of the contract that makes batches, as `metadata.batchFee` has it.'),
    metadata: z.object({
      hasEnoughBalance: z.boolean(),
      hasEnoughGas: z.boolean(),
      balanceChecked: z
        .boolean()
        .optional()
        .describe(
          'False when no payer was given: balances then report true without having been read.',
        ),
      batchFee: batchFeeSchema.optional(),
    }),
  })
  .meta({ id: 'PayoutBatch' })

/** A single payout in the API's responses. */
export type SinglePayout = z.input<typeof singlePayoutSchema>
/** A batch in the API's responses. */
export type PayoutBatch = z.input<typeof payoutBatchSchema>

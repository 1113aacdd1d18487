import { z } from 'zod'
import { batchFeeSchema, paymentMetadataSchema, transactionSchema } from './calldataSchemas.ts'
import { feeBundleSchema } from './feePlans.ts'
import { signedPaymentObstacleSchema, signedPaymentOfferSchema } from './securePaymentSigned.ts'

const feeBundleMember = {
  feeBundle: feeBundleSchema
    .nullable()
    .optional()
    .describe('The fees of the open amounts; null without a fee.'),
} as const

/** Calldata for a single payment. */
export const singlePaySchema = z
  .object({
    paymentType: z.literal('single').optional(),
    transactions: z.array(transactionSchema),
    ...feeBundleMember,
    metadata: paymentMetadataSchema,
    signedPayment: signedPaymentOfferSchema
      .optional()
      .describe('Present with `signed=true`, if the service would send the payment.'),
    signedPaymentObstacle: signedPaymentObstacleSchema
      .optional()
      .describe('Present with `signed=true`, without `signedPayment`.'),
  })
  .meta({ id: 'SingleCalldata' })

/** Calldata for a batch: approvals first, then one transaction that pays all items. */
const batchPaySchema = z
  .object({
    ERC20ApprovalTransactions: z.array(transactionSchema),
    batchPaymentTransaction: transactionSchema,
    ...feeBundleMember,
    metadata: z.object({
      hasEnoughBalance: z.boolean(),
      hasEnoughGas: z.boolean(),
      balanceChecked: z.boolean().optional(),
      batchFee: batchFeeSchema.optional(),
    }),
  })
  .meta({ id: 'BatchCalldata' })

/** The response to `GET /v2/secure-payments/{token}/pay`. */
export const securePaymentPaySchema = z
  .union([singlePaySchema, batchPaySchema])
  .meta({ id: 'SecurePaymentCalldata' })

/** Calldata for a single payment. */
export type SingleCalldata = z.input<typeof singlePaySchema>
/** Calldata for a batch. */
export type BatchCalldata = z.input<typeof batchPaySchema>

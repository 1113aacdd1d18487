import { z } from 'zod'
import {
  currencyIdSchema,
  decimalSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
  urlSchema,
} from '../schemas/schemas.ts'

/** The members of each transaction that belongs to a payment. */
const seenTransactionSchema = z.object({
  requestId: requestIdSchema,
  txHash: txHashSchema,
  amount: decimalSchema,
  confirmations: z.int().nonnegative(),
  requiredConfirmations: z.int().nonnegative(),
  status: z.enum(['confirming', 'confirmed']),
  explorerUrl: urlSchema.nullable(),
  timestamp: timestampSchema.nullable(),
})

/** A payment found on chain. */
export const observedTransactionSchema = seenTransactionSchema
  .extend({
    paid: z
      .object({
        amount: decimalSchema,
        currency: currencyIdSchema,
        symbol: z.string().describe('The symbol of `currency`.'),
      })
      .optional()
      .describe(
        '`amount` in the currency in which it was paid, which may differ between the parts of a payment. Absent until the transaction is confirmed.',
      ),
  })
  .meta({
    id: 'ObservedTransaction',
    description: 'A payment found on chain. Only a confirmed transaction counts as paid.',
  })

/** A refund found on chain. */
export const refundTransactionSchema = seenTransactionSchema
  .extend({
    currency: currencyIdSchema.describe('The currency of the refunded payment.'),
    symbol: z.string().describe('The symbol of `currency`.'),
  })
  .meta({
    id: 'RefundTransaction',
    description: 'A transaction that gives money back. Only a confirmed transaction counts.',
  })

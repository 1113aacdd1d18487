import { z } from 'zod'
import { decimalSchema } from '../schemas/schemas.ts'

/** An estimated network fee, and the wallet's means to pay it. */
export const networkFeeSchema = z.object({
  amount: decimalSchema,
  symbol: z.string().describe('The network’s native coin.'),
  worth: decimalSchema.nullable().describe('The fee in the invoice currency; null without a rate.'),
  balance: decimalSchema.optional().describe('The wallet’s balance of the coin.'),
  missing: decimalSchema
    .optional()
    .describe(
      'The amount of the coin that the wallet lacks for the payment, with the highest fee that the wallet may require. Absent if it has enough.',
    ),
})

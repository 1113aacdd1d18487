import { z } from 'zod'
import { timestampSchema, ulidSchema } from './schemas.ts'

const priceSourceSchema = z
  .object({
    source: z.string().describe('The source’s id, such as `coinbase` or `chainlink`.'),
    at: timestampSchema.describe('The time of its price.'),
  })
  .meta({ id: 'PriceSource' })

/** The sources of a price. */
export const priceSourcesSchema = z.array(priceSourceSchema)

/** The price that determined a payment's worth in the invoice currency. */
export const paymentQuoteSchema = z
  .object({
    quoteId: ulidSchema.nullable().describe('Null if the payment counts at the market price.'),
    countedAt: z
      .enum(['quote', 'market'])
      .describe(
        '`quote`: a quote held at the payment’s block. `market`: no quote did, so the payment counts at the market price of its block.',
      ),
    sources: priceSourcesSchema.describe('The sources of the price.'),
  })
  .meta({
    id: 'PaymentQuote',
    description: 'The price at which a quoted payment counts; its rate is `conversionRate`.',
  })

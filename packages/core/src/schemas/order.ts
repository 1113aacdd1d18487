import { z } from 'zod'
import { PRICE_DECIMALS, QUANTITY_DECIMALS } from '../orderTotal.ts'
import { daySchema } from './schemas.ts'
import { freeLines, freeText, textMatching } from './text.ts'

/** The maximum number of lines per order. */
const MAX_ORDER_LINES = 100

const quantitySchema = textMatching(
  new RegExp(`^(?!0(?:\\.0+)?$)(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,${QUANTITY_DECIMALS}})?$`),
  {
    code: 'invalid_quantity',
    message: `must be a decimal string above 0 with at most ${QUANTITY_DECIMALS} decimals, such as "2" or "0.5"`,
  },
)

const priceSchema = textMatching(
  new RegExp(`^(?:0|[1-9]\\d{0,29})(?:\\.\\d{1,${PRICE_DECIMALS}})?$`),
  {
    code: 'invalid_amount',
    message: `must be a decimal string of at least 0 with at most ${PRICE_DECIMALS} decimals, such as "4.50"`,
  },
)

const lineSchema = z
  .object({
    name: freeText({ min: 1, max: 200 }),
    quantity: quantitySchema,
    unitPrice: priceSchema.describe('Price of one unit without the line’s tax.'),
    taxAmount: priceSchema.optional().describe('Tax of the whole line, on top of its price.'),
  })
  .meta({
    id: 'OrderLine',
    description: 'One line in an order, in units of the invoice currency.',
  })

/** The schema of an order's content, in bodies and in responses. */
export const orderSchema = z
  .object({
    title: freeText({ min: 1, max: 120 })
      .optional()
      .describe('The purpose of the payment, in a few words.'),
    description: freeLines({ min: 1, max: 1_000 })
      .optional()
      .describe('Details of the purpose, in one or more lines.'),
    lines: z
      .array(lineSchema)
      .min(1)
      .max(MAX_ORDER_LINES)
      .optional()
      .describe(
        'The sum of all lines (quantity times unit price plus tax) must equal the amount to pay without fees exactly.',
      ),
    dueDate: daySchema
      .optional()
      .describe('The date by which the merchant expects the payment, for display only.'),
  })
  .meta({
    id: 'Order',
    description:
      'The purpose of the payment: text for the payment page, the receipt and the webhook.',
  })

/** The content of an order. */
export type Order = z.output<typeof orderSchema>

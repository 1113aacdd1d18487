import { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  decimalSchema,
  payeeSchema,
  paymentReferenceSchema,
  percentageSchema,
  recipientSchema,
  requestIdSchema,
  requestStatusSchema,
} from './schemas.ts'

const conversionSchema = z
  .object({
    symbol: z.string().describe('Of the payment currency.'),
    decimals: z.int().nonnegative().describe('Of the payment currency.'),
    rate: decimalSchema
      .nullable()
      .describe('Payment currency for one of the invoice currency, now.'),
    estimatedAmount: decimalSchema
      .nullable()
      .describe('What is left and the fee on it, in the payment currency at this rate.'),
    maxToSpend: decimalSchema
      .nullable()
      .describe('The most that may leave the wallet for it, wherever the rate goes until then.'),
    maxRateAgeS: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Seconds; with an older rate the payment fails. Null: a rate of any age is taken.'),
  })
  .meta({
    id: 'SecurePaymentConversion',
    description:
      'How an amount in another currency is paid. The three amounts are null when nothing is left to pay, or no rate can be read.',
  })

/** One request of a secure payment, in its current state. */
export const itemSchema = z
  .object({
    requestId: requestIdSchema,
    payee: payeeSchema,
    amount: amountSchema.describe(
      'What the payee receives; the payer pays the fee on top. Like all amounts of an item in the invoice currency.',
    ),
    invoiceCurrency: currencyIdSchema.describe('Equal to paymentCurrency unless it is converted.'),
    paymentCurrency: currencyIdSchema,
    symbol: z.string().describe('Of the invoice currency.'),
    decimals: z
      .int()
      .nonnegative()
      .describe('Of the amounts; 8 for fiat, as the conversion contracts count it.'),
    tokenAddress: addressSchema.nullable().describe('Null for the native currency.'),
    isNativeCurrency: z.boolean(),
    paymentReference: paymentReferenceSchema,
    fee: z
      .object({ percentage: percentageSchema, amount: decimalSchema, address: recipientSchema })
      .nullable(),
    status: requestStatusSchema,
    amountPaid: decimalSchema,
    amountSpent: decimalSchema.describe(
      'What was paid so far, in the payment currency: what arrived and the fee, without the cost of the network.',
    ),
    remainingAmount: decimalSchema,
    conversion: conversionSchema.nullable().describe('Null when it is paid in its own currency.'),
  })
  .meta({ id: 'SecurePaymentItemState' })

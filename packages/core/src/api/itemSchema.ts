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
} from '../schemas/schemas.ts'
import { quoteSchema } from './quoteSchemas.ts'
import { itemRefundOfSchema } from './refundSchemas.ts'

/** The conversion of an item's remainder. */
export const conversionSchema = z
  .object({
    symbol: z.string().describe('The symbol of the payment currency.'),
    decimals: z.int().nonnegative().describe('The decimals of the payment currency.'),
    rate: decimalSchema
      .nullable()
      .describe('Current rate: units of the payment currency per unit of the invoice currency.'),
    estimatedAmount: decimalSchema
      .nullable()
      .describe('The remaining amount and its fee, in the payment currency at this rate.'),
    maxToSpend: decimalSchema
      .nullable()
      .describe(
        'The maximum that may leave the wallet for this item, even if the rate changes before the payment.',
      ),
    maxRateAgeS: z
      .int()
      .nonnegative()
      .nullable()
      .describe(
        'Maximum age of the rate in seconds; with an older rate the payment fails. Null if a rate of any age is accepted.',
      ),
    isQuotable: z
      .literal(true)
      .optional()
      .describe(
        'Present if the host also quotes the amount at market prices. The payer then pays the exact amount of a quote, whose id `pay` accepts as `quote`.',
      ),
  })
  .meta({
    id: 'SecurePaymentConversion',
    description:
      'The conversion of an amount in another currency. `rate`, `estimatedAmount` and `maxToSpend` are null if nothing remains to pay or the service cannot read a rate.',
  })

/** The price of a payment that the host prices. */
export const quotedSchema = z
  .object({
    pricing: z
      .enum(['par', 'market'])
      .describe(
        '`par`: both currencies are the same asset, so one unit is worth one unit. `market`: a quote fixes the amount.',
      ),
    symbol: z.string().describe('The symbol of the payment currency.'),
    decimals: z.int().nonnegative().describe('The decimals of the payment currency.'),
    quote: quoteSchema
      .nullable()
      .describe('The current quote for the remaining amount; null without one, and at par.'),
  })
  .meta({
    id: 'SecurePaymentQuoted',
    description:
      'The price of a payment in a currency other than the invoice’s, for which no contract has a rate. The payer makes a plain payment in the payment currency.',
  })

/** One request in a secure payment, in its current state. */
export const itemSchema = z
  .object({
    requestId: requestIdSchema,
    payee: payeeSchema,
    amount: amountSchema.describe(
      'The stated amount. The payer pays the fee on top of it, unless the payee bears the fee. All amounts of an item are in the invoice currency.',
    ),
    invoiceCurrency: currencyIdSchema.describe(
      'Same as paymentCurrency, unless the payment is converted.',
    ),
    paymentCurrency: currencyIdSchema,
    symbol: z.string().describe('The symbol of the invoice currency.'),
    decimals: z
      .int()
      .nonnegative()
      .describe('Decimals of the amounts; 8 for fiat, as in the conversion contracts.'),
    tokenAddress: addressSchema.nullable().describe('Null for the native currency.'),
    isNativeCurrency: z.boolean(),
    paymentReference: paymentReferenceSchema,
    fee: z
      .object({
        percentage: percentageSchema,
        amount: decimalSchema,
        address: recipientSchema,
        bearer: z
          .literal('payee')
          .optional()
          .describe(
            'Present if the payee bears the fee: the payer then pays the item’s `amount` and nothing on top. Otherwise, the payer pays the fee on top.',
          ),
        isRounded: z
          .literal(true)
          .optional()
          .describe(
            'Present if the fee is rounded up to the minor unit of the invoice currency, such as a cent. Otherwise, it is exact to the last of `decimals`.',
          ),
      })
      .nullable(),
    status: requestStatusSchema,
    amountPaid: decimalSchema,
    amountSpent: decimalSchema.describe(
      'The amount paid so far, in the payment currency: the received amount and the fee, without network costs.',
    ),
    paidPrice: decimalSchema
      .optional()
      .describe(
        'The price at which the payments counted: units of the invoice currency per unit of the payment currency, to six significant digits. Absent if they counted at several prices, at par, or without a conversion.',
      ),
    remainingAmount: decimalSchema,
    conversion: conversionSchema.nullable().describe('Null if no contract converts the payment.'),
    quoted: quotedSchema.optional().describe('Absent unless the host prices the payment.'),
    refundedAmount: decimalSchema
      .optional()
      .describe(
        'The amount that the merchant refunded in the payment currency; absent without such a refund.',
      ),
    refundStatus: z
      .enum(['partial', 'full'])
      .optional()
      .describe(
        '`full` once the merchant has refunded all that the payee received, in every currency; absent without a refund.',
      ),
    refundOf: itemRefundOfSchema
      .optional()
      .describe('Present if the item pays a refund: the payment that it refunds.'),
  })
  .meta({ id: 'SecurePaymentItemState' })

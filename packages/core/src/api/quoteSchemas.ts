import { z } from 'zod'
import { type paymentQuoteSchema, priceSourcesSchema } from '../schemas/quotes.ts'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  decimalSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { optionMember } from './accepts.ts'

/** An amount in the payment currency that pays an amount in the invoice currency for a few minutes. */
export const quoteSchema = z
  .object({
    quoteId: ulidSchema,
    invoiceAmount: decimalSchema.describe(
      'The amount that the quote pays, in the invoice currency: without the fee, or with it if the payee bears it.',
    ),
    invoiceCurrency: currencyIdSchema,
    paymentAmount: amountSchema.describe(
      'The amount that the payee receives, in the payment currency: `invoiceAmount` divided by `price`, rounded up: a coin to 6 digits, a stablecoin to the cent, below 10 to 4 digits. Less the fee if the payee bears it.',
    ),
    feeAmount: decimalSchema.describe(
      'The request’s fee in the payment currency, rounded up to the same decimals; the payer pays both amounts.',
    ),
    paymentCurrency: currencyIdSchema,
    price: decimalSchema.describe(
      'Units of the invoice currency per unit of the payment currency.',
    ),
    sources: priceSourcesSchema.describe('The sources whose prices counted.'),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.describe(
      'The time until which the payer should send the payment. A payment in a later block counts at the quote for a short grace period, then at the market price of its block.',
    ),
  })
  .meta({
    id: 'Quote',
    description:
      'An amount in the payment currency that pays an amount in the invoice currency for a few minutes.',
  })

/** A quote in the API's responses. */
export type Quote = z.output<typeof quoteSchema>

/** The query member that names the quote to pay at. */
export const quoteMember = {
  quote: ulidSchema
    .optional()
    .describe(
      'The id of a quote of the unpaid amount. The transactions then pay exactly its amount, even if contracts could convert the payment. Not for payments from another chain.',
    ),
}

/** The body of the operations that create a quote. */
export const quoteBodySchema = z
  .object({
    wallet: addressSchema
      .optional()
      .describe('The payer’s wallet. A payment that is reserved for some wallets requires it.'),
    ...optionMember,
  })
  .meta({ id: 'QuoteCreate' })

/** The price at which a payment counts, in the API's responses. */
export type PaymentQuote = z.output<typeof paymentQuoteSchema>

export const quoteExample = {
  quoteId: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  invoiceAmount: '100',
  invoiceCurrency: 'EUR',
  paymentAmount: '108.7',
  feeAmount: '0',
  paymentCurrency: 'USDC-base',
  price: '0.92',
  sources: [
    { source: 'coinbase', at: '2026-11-02T09:30:01.000Z' },
    { source: 'kraken', at: '2026-11-02T09:29:58.000Z' },
  ],
  createdAt: '2026-11-02T09:30:02.000Z',
  expiresAt: '2026-11-02T09:40:02.000Z',
} as const satisfies z.input<typeof quoteSchema>

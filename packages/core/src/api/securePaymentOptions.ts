import { z } from 'zod'
import { addressSchema, currencyIdSchema, decimalSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { networkFeeSchema } from './networkFeeSchema.ts'
import { PAYMENT_PROBLEMS, tokenParams } from './securePaymentParts.ts'
import { sponsoredMember } from './securePaymentSigned.ts'

const walletOptionSchema = z
  .object({
    option: currencyIdSchema.describe('The payment currency, as in `options` of the payment.'),
    balance: decimalSchema.describe('The wallet’s balance, in the payment currency.'),
    balanceWorth: decimalSchema
      .nullable()
      .describe('The balance in the invoice currency; null without a rate.'),
    amount: decimalSchema.describe(
      'The remaining amount and its fee, in the payment currency at the current rate.',
    ),
    neededAmount: decimalSchema.describe(
      'The balance that the payment needs: `amount`, or more if its rate may change until the payment.',
    ),
    networkFee: networkFeeSchema
      .extend({
        withPermit: z
          .object({ amount: decimalSchema, worth: decimalSchema.nullable() })
          .optional()
          .describe(
            'The fee if a permit replaces the approval. Absent if the service offers no permit for the payment.',
          ),
      })
      .describe('The estimated fee of all transactions, approvals included.'),
    total: decimalSchema
      .nullable()
      .describe(
        'The total that leaves the wallet, in the invoice currency: the remaining amount, its fee and the network fee, unless `isSponsored` is true. Null without a rate for the network fee.',
      ),
    isPayable: z.boolean().describe('Whether the wallet has enough of both currencies.'),
    missing: z
      .array(z.object({ symbol: z.string(), amount: decimalSchema }))
      .describe('The amounts that the wallet lacks; empty if `isPayable` is true.'),
    isSponsored: sponsoredMember,
  })
  .meta({ id: 'WalletOption', description: 'One way to pay, for one wallet.' })

const walletOptionsSchema = z
  .object({
    invoiceCurrency: currencyIdSchema.describe('The currency of every worth and total.'),
    options: z
      .array(walletOptionSchema)
      .describe(
        'First the options that the wallet can pay, then the others; each by the worth of the balance, highest first.',
      ),
    networkFee: networkFeeSchema
      .optional()
      .describe(
        'For a batch: the estimated fee of all transactions, approvals included. Absent if the network does not respond.',
      ),
    unavailable: z
      .array(currencyIdSchema)
      .describe('The options whose network or price did not respond in time.'),
    otherWallets: z
      .array(currencyIdSchema)
      .describe('The options that need a wallet of another family of networks.'),
    hasBridge: z
      .boolean()
      .describe(
        'Whether a bridge can deliver the payment’s own currency, so that a wallet can also pay with a token that the payment does not accept.',
      ),
  })
  .meta({ id: 'WalletOptions' })

/** The ways in which a wallet can pay a payment. */
export type WalletOptions = z.input<typeof walletOptionsSchema>
/** One way in which a wallet can pay. */
export type WalletOption = WalletOptions['options'][number]

const EXAMPLE: WalletOptions = {
  invoiceCurrency: 'USD',
  options: [
    {
      option: 'USDC-base',
      balance: '140.25',
      balanceWorth: '140.25',
      amount: '25',
      neededAmount: '25.25',
      networkFee: {
        amount: '0.0000021',
        symbol: 'ETH',
        worth: '0.00525',
        withPermit: { amount: '0.0000011', worth: '0.00275' },
      },
      total: '25.00525',
      isPayable: true,
      missing: [],
    },
    {
      option: 'ETH-mainnet',
      balance: '0.004',
      balanceWorth: '10',
      amount: '0.01',
      neededAmount: '0.0101',
      networkFee: { amount: '0.00012', symbol: 'ETH', worth: '0.3' },
      total: '25.3',
      isPayable: false,
      missing: [{ symbol: 'ETH', amount: '0.00622' }],
    },
  ],
  unavailable: [],
  otherWallets: ['USDT-tron'],
  hasBridge: true,
}

/** The operation that returns the ways in which a wallet can pay. */
export const securePaymentOptions = {
  options: endpoint({
    id: 'getSecurePaymentOptions',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}/options',
    tag: 'Secure payments',
    summary: 'List what a wallet can pay with',
    description:
      'Returns the wallet’s balance, the costs and the total for each currency in the payment’s `options`, on all networks in one call. A network that does not respond within 1.5 s does not delay the others. For a batch, the list is empty: see `networkFee`, and `paymentOptions` of the payment. The call only reads.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    params: tokenParams,
    query: z.object({
      wallet: addressSchema.describe('The payer.'),
      quotes: textMatching(/^[0-9A-HJKMNP-TV-Z]{26}(?:,[0-9A-HJKMNP-TV-Z]{26}){0,19}$/, {
        code: 'invalid_ulids',
        message: 'must be 1 to 20 ULIDs, separated by commas',
      })
        .optional()
        .describe(
          'The ids of current quotes of converted options, separated by commas. The amounts of these options are then exact; without a quote, they follow the rate of the contracts.',
        ),
    }),
    responses: {
      200: {
        description: 'The wallet’s options.',
        schema: walletOptionsSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 429],
    problems: PAYMENT_PROBLEMS,
  }),
}

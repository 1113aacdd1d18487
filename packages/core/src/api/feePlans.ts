import { z } from 'zod'
import {
  amountSchema,
  currencyIdSchema,
  decimalSchema,
  networkIdSchema,
  percentageSchema,
  recipientSchema,
  requestIdSchema,
  securePaymentFlowSchema,
  withFeePair,
} from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'

/** The party that bears a fee. */
export const feeBearerSchema = z.enum(['payer', 'payee']).meta({ id: 'FeeBearer' })

/** The body member of the operations that create payments. */
export const feeBearerMember = {
  defaultFeeBearer: feeBearerSchema
    .optional()
    .describe(
      'The party that bears the fee, if the client ID’s fee names none. `payer`, the default: the payer pays the fee on top of the amount. `payee`: the payer pays the amount in all, and the payee receives it less the fee.',
    ),
} as const

const FEE_TYPE = 'platform'

const plannedFeeSchema = z
  .object({
    type: z.literal(FEE_TYPE),
    label: z.string(),
    feeBearer: feeBearerSchema,
    feeBearerSource: z
      .enum(['fee_config', 'payment_default_override', 'flow_default', 'forced_fee_policy'])
      .describe(
        'The source of `feeBearer`: the client ID, the call, or the default. `forced_fee_policy` does not occur.',
      ),
    percentageBps: z.number().nonnegative().describe('The percentage in basis points.'),
    capUsd: z.null(),
    fixedAmountUsd: z.null(),
    calculatedAmountUsd: decimalSchema,
    destinationResolver: z.literal('address'),
    destinationRef: z.object({
      evmAddress: z.string().optional(),
      tronAddress: z.string().optional(),
    }),
    configSource: z.enum(['client_id', 'call']).describe('The source of the fee.'),
  })
  .meta({ id: 'PlannedFee' })

/** A payment's amounts and fees in US dollars, at the prices of its creation. */
const feePlanSchema = z
  .object({
    version: z.literal(1),
    flow: securePaymentFlowSchema,
    defaultFeeBearer: feeBearerSchema,
    grossAmountUsd: decimalSchema.describe('The stated amount.'),
    netRecipientAmountUsd: decimalSchema.describe('The amount that the payee receives.'),
    payerTotalAmountUsd: decimalSchema.describe('The amount that leaves the payer’s wallet.'),
    totalFeesUsd: decimalSchema,
    payeeBorneFeesUsd: decimalSchema,
    payerBorneFeesUsd: decimalSchema,
    fees: z.array(plannedFeeSchema),
  })
  .meta({
    id: 'FeePlan',
    description:
      'A payment’s amounts and fees in US dollars, at the prices of its creation. The payment itself is exact in its own currency, and does not depend on these values.',
  })

/** A fee plan in the API's responses. */
export type FeePlanAnswer = z.input<typeof feePlanSchema>

/** The response member of the operations that create or describe payments. */
export const feePlanMember = {
  feePlan: feePlanSchema
    .nullable()
    .describe(
      'The fees at the payment’s creation. Null without a fee, if no price of the currency was known, or for a batch in several currencies.',
    ),
} as const

/** The sums of one or more payments, in one currency. */
export const amountSummarySchema = z
  .object({
    grossAmount: decimalSchema,
    netRecipientAmount: decimalSchema,
    totalFees: decimalSchema,
    payeeBorneFees: decimalSchema,
    payerBorneFees: decimalSchema,
    payerTotal: decimalSchema,
  })
  .meta({ id: 'AmountSummary' })

/** The fees of the transactions that pay a secure payment. */
export const feeBundleSchema = z
  .object({
    bundleId: z.null(),
    defaultFeeBearer: feeBearerSchema.nullable(),
    amountSummary: amountSummarySchema
      .nullable()
      .describe(
        'The sums of the open amounts in their invoice currency; null for several currencies.',
      ),
    fees: z.array(
      z.object({
        requestId: requestIdSchema,
        feeComponentId: z.null(),
        feeType: z.literal(FEE_TYPE),
        feeLabel: z.string(),
        feeBearer: feeBearerSchema,
        amount: decimalSchema.describe('In the invoice currency of the request.'),
        paymentCurrencyId: currencyIdSchema,
        network: networkIdSchema,
        chainId: z.string(),
        recipient: recipientSchema,
      }),
    ),
  })
  .meta({
    id: 'FeeBundle',
    description:
      'The fees of the open amounts. The paying transaction itself contains them: no separate transaction pays a fee.',
  })

/** A fee bundle in the API's responses. */
export type FeeBundleAnswer = z.input<typeof feeBundleSchema>

const PREVIEW_EXAMPLE = {
  version: 1,
  flow: 'get_paid',
  defaultFeeBearer: 'payee',
  grossAmountUsd: '100',
  netRecipientAmountUsd: '99',
  payerTotalAmountUsd: '100',
  totalFeesUsd: '1',
  payeeBorneFeesUsd: '1',
  payerBorneFeesUsd: '0',
  fees: [
    {
      type: FEE_TYPE,
      label: 'Platform fee',
      feeBearer: 'payee',
      feeBearerSource: 'payment_default_override',
      percentageBps: 100,
      capUsd: null,
      fixedAmountUsd: null,
      calculatedAmountUsd: '1',
      destinationResolver: 'address',
      destinationRef: { evmAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      configSource: 'call',
    },
  ],
} as const

/** The operation that previews a payment's fees. */
export const feePreviews = {
  previewFees: endpoint({
    id: 'previewFees',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/fees/preview',
    tag: 'Secure payments',
    summary: 'Preview the fees of a payment',
    description:
      'Returns the fee plan that a payment of this amount would have if the caller created it now. Stores nothing.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    body: withFeePair(
      z.object({
        amount: amountSchema.describe('The amount, in units of the currency.'),
        currency: textMatching(/^[A-Za-z0-9][A-Za-z0-9.$_-]{0,79}$/, {
          code: 'unknown_currency',
          message: 'must be the symbol or the id of a currency',
        }).describe(
          'A fiat currency such as USD, or the symbol or the id of another currency, such as USDC or USDC-mainnet. A symbol names the currency of the first served network that has it.',
        ),
        flow: securePaymentFlowSchema,
        ...feeBearerMember,
        feePercentage: percentageSchema
          .optional()
          .describe('The fee of the payment, as in the call that would create it.'),
        feeAddress: recipientSchema.optional().describe('Receiver of the fee.'),
      }),
    ).meta({
      id: 'FeePreview',
      dependentRequired: { feePercentage: ['feeAddress'], feeAddress: ['feePercentage'] },
    }),
    bodyExample: {
      amount: '100',
      currency: 'USDC-base',
      flow: 'get_paid',
      defaultFeeBearer: 'payee',
      feePercentage: '1',
      feeAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    },
    responses: {
      200: { description: 'The fee plan.', schema: feePlanSchema, example: PREVIEW_EXAMPLE },
    },
    errors: [400, 401, 403, 429],
    problems: {
      400: 'The body is not valid, no served network has the currency (`unknown_currency`), no price of it is known (`price_unknown`), or the fee would take the whole amount (`fee_reaches_amount`).',
    },
  }),
}

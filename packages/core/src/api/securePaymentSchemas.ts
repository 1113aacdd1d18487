import { z } from 'zod'
import { orderSchema } from '../schemas/order.ts'
import {
  addressSchema,
  currencyIdSchema,
  decimalSchema,
  networkIdSchema,
  payeeSchema,
  paymentReferenceSchema,
  requestIdSchema,
  securePaymentFlowSchema,
  securePaymentStatusSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { paymentBrandingSchema } from './brandingSchemas.ts'
import { batchFeeSchema } from './calldataSchemas.ts'
import { feePlanMember } from './feePlans.ts'
import { conversionSchema, itemSchema, quotedSchema } from './itemSchema.ts'
import { supportEmailSchema, supportLinkSchema } from './merchantOptions.ts'
import { networkFeeSchema } from './networkFeeSchema.ts'
import { observedTransactionSchema, refundTransactionSchema } from './observedTransactions.ts'
import { missingChains } from './securePaymentParts.ts'
import { signedPaymentSchema, sponsoredMember } from './securePaymentSigned.ts'

/** The progress of a payer's attempt, with the values that the payment element stores. */
export const attemptPhaseSchema = z
  .enum([
    'created',
    'approving',
    'approved',
    'permitting',
    'signing',
    'broadcast',
    'confirmed',
    'reverted',
    'replaced',
    'dropped',
    'abandoned',
    'done',
  ])
  .meta({ id: 'AttemptPhase' })

/** The destination of one item's money, as stored with the item. */
export const destinationSchema = z
  .object({
    destinationId: z.string().optional().describe('Absent if the payee is masked.'),
    payeeAddress: z.string().describe('Interop address, including the chain.'),
    tokenAddress: z.string(),
    walletAddress: payeeSchema,
    network: networkIdSchema,
    isMasked: z.boolean().optional(),
  })
  .meta({ id: 'Destination' })

/** `{ "<CHAIN>": { "<TOKEN>": option } }`: the ways in which the given wallet can pay. */
const paymentOptionsSchema = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        balance: decimalSchema,
        hasEnoughBalance: z.boolean(),
        neededAmount: decimalSchema.describe(
          'The remaining amount and its fee; includes `batchFee` for a batch, and the bridge’s fee for a payment from another chain.',
        ),
        hasEnoughGas: z
          .boolean()
          .optional()
          .describe('On other chains, by the estimate in `networkFee`; absent without it.'),
        isSponsored: sponsoredMember,
        durationS: z
          .int()
          .nonnegative()
          .optional()
          .describe(
            'For a payment from another chain: estimated seconds until the payment arrives.',
          ),
        networkFee: networkFeeSchema
          .optional()
          .describe(
            'The estimated fee of all transactions on that network, the approval included. On the payment’s own network, only for a wallet that cannot pay; absent for a batch, and without an estimate.',
          ),
      }),
    ),
  )
  .meta({
    id: 'PaymentOptions',
    description:
      'By chain, then token symbol. The chain is BASE, OPTIMISM, ARBITRUM or ETHEREUM. A chain without such a name has its network id, in upper case unless it is the payment’s own chain.',
  })

const chainSchema = z
  .object({
    id: networkIdSchema,
    name: z.string(),
    chainId: z.int().positive(),
    isTestnet: z.boolean(),
    isLocal: z.boolean(),
    explorerUrl: urlSchema.nullable(),
    rpcUrl: urlSchema.nullable().describe('A public node that the page may query.'),
    nativeCurrency: z.object({ symbol: z.string(), decimals: z.int().nonnegative() }),
  })
  .meta({ id: 'Chain' })

/** The number of an attemptId's characters that every caller sees; the rest has 90 random bits. */
export const ATTEMPT_PREFIX_LENGTH = 8

const lastAttemptSchema = z
  .object({
    attemptPrefix: z
      .string()
      .describe(
        'First 8 characters of the attemptId, by which the page that created the attempt recognises it.',
      ),
    phase: attemptPhaseSchema,
    wallet: z.string().describe('Masked: 0x12ab…89cd.'),
    txHash: txHashSchema.nullable(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    leaseUntil: timestampSchema.describe('No other attempt may begin before this time.'),
    isLive: z.boolean().describe('Whether this attempt currently blocks others.'),
  })
  .meta({
    id: 'LastAttempt',
    description:
      'The last reported attempt. Its full id is not included, because any caller that has it can change the attempt.',
  })

const transferSchema = z
  .object({
    txHash: txHashSchema.describe('Hash on the chain from which the payer paid.'),
    chain: z.string().describe('The chain from which the payer paid, named as in `chain`.'),
    token: z.string().describe('Symbol of the token with which the payer paid.'),
    sourceAmount: decimalSchema
      .nullable()
      .describe(
        'The amount that left the payer’s wallet; null until the transaction is recognised as part of this payment.',
      ),
    sourceNetwork: z
      .object({ id: networkIdSchema, name: z.string(), chainId: z.int().positive() })
      .describe('The network of `chain`.'),
    transactionUrl: urlSchema
      .nullable()
      .describe('The transaction’s page in that chain’s explorer.'),
    bridgeFee: decimalSchema
      .nullable()
      .describe(
        'The part of `sourceAmount` that the bridge kept; null until the payment counts, or if it is unknown.',
      ),
    networkFee: z
      .object({
        amount: decimalSchema,
        symbol: z.string().describe('The coin of `sourceNetwork`.'),
        worth: decimalSchema
          .nullable()
          .describe('In the invoice currency at the time of the payment; null without a price.'),
      })
      .nullable()
      .describe(
        'The gas that the payer’s transaction cost on `sourceNetwork`; null until the transaction is recognised as part of this payment, or if it is unknown.',
      ),
    promisedAmount: decimalSchema
      .nullable()
      .describe(
        'The amount that counts towards the request once it arrives, in its invoice currency: at the quote, if one fixes it. Null until the transaction is recognised as part of this payment.',
      ),
    status: z.enum([
      'tracking',
      'completed',
      'partial',
      'refunded',
      'failed',
      'unanswered',
      'foreign',
    ]),
    isCounted: z
      .boolean()
      .describe(
        'Whether the bridge has delivered an amount that counts as a full or partial payment.',
      ),
    isFollowed: z
      .boolean()
      .describe(
        'Whether the host still checks the transaction: even an unanswered or failed transfer may then arrive, or be refunded.',
      ),
    settledTxHash: txHashSchema
      .nullable()
      .describe('The transaction on the payment’s network that delivered the money.'),
    explorerUrl: urlSchema.nullable().describe('The bridge’s own page about the transfer.'),
  })
  .meta({
    id: 'BridgeTransfer',
    description:
      'A transaction on another chain that was reported for this payment, and its outcome. `completed` does not mean paid: the payment’s own status decides that.',
  })

const paymentAmountSchema = decimalSchema
  .nullable()
  .describe(
    'In the payment currency. For a converted item: the received amount, and the remainder at the current rate; null if no rate can be read.',
  )

const optionSchema = z
  .object({
    option: currencyIdSchema.describe('The payment currency, by which calls name the option.'),
    chain: chainSchema,
    payee: payeeSchema,
    symbol: z.string().describe('The symbol of the payment currency.'),
    decimals: z.int().nonnegative().describe('The decimals of the payment currency.'),
    tokenAddress: addressSchema.nullable().describe('Null for the native currency.'),
    isNativeCurrency: z.boolean(),
    paymentReference: paymentReferenceSchema,
    conversion: conversionSchema
      .nullable()
      .describe('The remaining amount in this currency; null if no contract converts the payment.'),
    quoted: quotedSchema.optional().describe('Absent unless the host prices the payment.'),
  })
  .meta({
    id: 'AcceptedOption',
    description:
      'One way to pay. The amount, the fee and the remainder are those of the item, in its invoice currency.',
  })

/** The link that pays the payout of a link that was combined with others. */
export const combinedIntoSchema = z
  .object({ token: ulidSchema, securePaymentUrl: urlSchema, status: securePaymentStatusSchema })
  .meta({ id: 'CombinedInto', description: 'The combined link that pays the payout of this link.' })

/** The members that single and batch payments share. */
const common = {
  token: ulidSchema,
  status: securePaymentStatusSchema,
  flow: securePaymentFlowSchema,
  network: networkIdSchema,
  reference: z.string().nullable(),
  order: orderSchema.optional().describe('The purpose of the payment; absent if not stated.'),
  isReusable: z
    .literal(true)
    .optional()
    .describe(
      'Present for a link that any number of payers pay; `open` creates the payment of one payer.',
    ),
  combinedInto: combinedIntoSchema
    .partial({ token: true, securePaymentUrl: true })
    .optional()
    .describe(
      'Present for a payout link that was combined with others: the link that now pays its payout. That link also shows the other payouts, so calls with a client ID receive only its `status`.',
    ),
  requestIds: z.array(requestIdSchema),
  createdAt: timestampSchema,
  expiresAt: timestampSchema,
  completedAt: timestampSchema.nullable(),
  chain: chainSchema,
  items: z.array(itemSchema),
  merchant: z.object({
    name: z.string().nullable(),
    logoUrl: urlSchema.nullable(),
    supportUrl: supportLinkSchema
      .nullable()
      .describe('Support link for payers from the merchant’s branding.'),
    supportEmail: supportEmailSchema
      .nullable()
      .describe('Support e-mail address for payers from the merchant’s branding.'),
    termsUrl: urlSchema.nullable(),
    privacyUrl: urlSchema.nullable(),
    verifiedDomain: z
      .string()
      .nullable()
      .describe(
        'A domain whose ownership the merchant has proved; null if the merchant is unverified.',
      ),
  }),
  receiptUrl: urlSchema
    .nullable()
    .describe(
      'The permanent page of the payment’s receipt, which exists once a payment is found; null for a reusable link.',
    ),
  redirectUrl: urlSchema.nullable().describe('Link for the payer to follow after the payment.'),
  redirectLabel: z.string().nullable(),
  branding: paymentBrandingSchema.nullable(),
  isPayeeAddressMasked: z
    .boolean()
    .describe(
      'Whether the payees’ addresses are shortened (`0x12ab…89cd`) and ids that contain them omitted, until `wallet` is one that may pay. Calls with the API key receive the full addresses and ids.',
    ),
  access: z.object({
    isRestricted: z.boolean().describe('Whether only certain wallets may pay.'),
    isAllowed: z.boolean().nullable().describe('Whether `wallet` may pay; null without `wallet`.'),
    isPayeeHidden: z
      .boolean()
      .describe('Whether only a wallet that may pay receives the payees’ full addresses.'),
  }),
  transactions: z
    .array(observedTransactionSchema)
    .describe('Payments found on chain, oldest first.'),
  refunds: z
    .array(refundTransactionSchema)
    .optional()
    .describe(
      'Transactions that give money back, found on chain, oldest first; absent without one. `requestId` is the refunded request, and `amount` is in `currency`. A refund that the merchant has not paid yet is not listed.',
    ),
  transfers: z
    .array(transferSchema)
    .optional()
    .describe('Reported payments from other chains, oldest first; absent if there are none.'),
  options: z
    .array(optionSchema)
    .optional()
    .describe(
      'Every currency in which the payer may pay, the payment’s own first; absent if there is only that one. With `option`, the other members describe the payment in that currency.',
    ),
  ...feePlanMember,
  lastAttempt: lastAttemptSchema.nullable(),
  signedPayment: signedPaymentSchema
    .optional()
    .describe('The latest payment that a payer signed; absent without one.'),
  paymentOptions: paymentOptionsSchema.optional().describe('Present only if `wallet` was sent.'),
  batchFee: batchFeeSchema.optional().describe('Present for a batch, if `wallet` was sent.'),
  ...missingChains,
  serverTime: timestampSchema,
}

/** A secure payment with one item. */
const singleSecurePaymentSchema = z
  .object({
    paymentType: z.literal('single'),
    payee: payeeSchema,
    amount: paymentAmountSchema,
    paymentCurrency: currencyIdSchema,
    isNativeCurrency: z.boolean(),
    destination: destinationSchema
      .nullable()
      .describe('Null if the item was not created from a destination.'),
    ...common,
  })
  .meta({ id: 'SingleSecurePayment' })

/** A secure payment with several items; the arrays are aligned by index. */
const batchSecurePaymentSchema = z
  .object({
    paymentType: z.literal('batch'),
    payees: z.array(payeeSchema),
    amounts: z.array(paymentAmountSchema),
    paymentCurrencies: z.array(currencyIdSchema),
    isNativeCurrency: z.array(z.boolean()),
    destinations: z.array(destinationSchema.nullable()),
    ...common,
  })
  .meta({ id: 'BatchSecurePayment', description: 'The arrays are aligned by index.' })

/** The response to `GET /v2/secure-payments/{token}`, and the `payment` in its problems. */
export const securePaymentSchema = z
  .discriminatedUnion('paymentType', [singleSecurePaymentSchema, batchSecurePaymentSchema])
  .meta({ id: 'SecurePayment' })

/** A secure payment in the API's responses. */
export type SecurePayment = z.input<typeof securePaymentSchema>
/** One item in a secure payment. */
export type SecurePaymentItem = SecurePayment['items'][number]
/** A currency in which a payment can be paid. */
export type AcceptedOption = z.input<typeof optionSchema>
/** A payment found on chain. */
export type ObservedTransaction = SecurePayment['transactions'][number]
/** A payment from another chain, in transit or completed. */
export type BridgeTransfer = z.input<typeof transferSchema>
/** A wallet's ways to pay: chain, then token symbol. */
export type PaymentOptions = z.input<typeof paymentOptionsSchema>
/** The progress of a payer's attempt. */
export type AttemptPhase = z.input<typeof attemptPhaseSchema>

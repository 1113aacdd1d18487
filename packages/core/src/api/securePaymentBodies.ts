import { z } from 'zod'
import { orderSchema } from '../schemas/order.ts'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  destinationIdSchema,
  evmTxHashSchema,
  percentageSchema,
  recipientSchema,
  referenceSchema,
  withFeePair,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { acceptsMembers, optionMember, refuseAccepts, refuseIdlePayees } from './accepts.ts'
import { customerInfoInputSchema } from './customerInfo.ts'
import { feeBearerMember } from './feePlans.ts'
import { merchantOptions } from './merchantOptions.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'
import { noCryptoToFiat } from './noCryptoToFiat.ts'
import { refuseOnePayer, reusableLink } from './reusableLinks.ts'
import { chainSchema, tokenSymbolSchema } from './securePaymentParts.ts'

const TRIPLE = ['payee', 'invoiceCurrency', 'paymentCurrency'] as const

const itemSchema = z
  .object({
    destinationId: destinationIdSchema.optional(),
    payee: recipientSchema.optional(),
    invoiceCurrency: currencyIdSchema.optional(),
    paymentCurrency: currencyIdSchema.optional(),
    amount: amountSchema.describe(
      'The stated amount, in units of the invoice currency. The payee receives it, less the fee if the payee bears the fee.',
    ),
    ...acceptsMembers,
    ...noAccessPolicy,
    ...noCryptoToFiat,
  })
  .superRefine((item, context) => {
    refuseIdlePayees(item, context)
    const given = TRIPLE.filter((field) => item[field] !== undefined)
    if (given.length === 0) return
    if (item.destinationId !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['destinationId'],
        message: `must not be sent together with ${given.join(', ')}: a destination already defines them`,
        params: { code: 'conflicting_fields' },
      })
      return
    }
    for (const field of TRIPLE.filter((name) => item[name] === undefined)) {
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `is required together with ${given.join(', ')}`,
        params: { code: 'required' },
      })
    }
  })
  .meta({
    id: 'SecurePaymentItem',
    description:
      'An item to pay: a destinationId, or payee, invoiceCurrency and paymentCurrency together. A call with a client ID that is bound to a payee destination may omit all four.',
    dependentRequired: {
      payee: ['invoiceCurrency', 'paymentCurrency'],
      invoiceCurrency: ['payee', 'paymentCurrency'],
      paymentCurrency: ['payee', 'invoiceCurrency'],
    },
  })

/** The maximum number of items per secure payment. */
const MAX_SECURE_PAYMENT_ITEMS = 200

/** The body that creates a secure payment. */
export const createBodySchema = withFeePair(
  z.object({
    requests: z.array(itemSchema).min(1).max(MAX_SECURE_PAYMENT_ITEMS),
    feePercentage: percentageSchema.optional(),
    feeAddress: recipientSchema.optional(),
    ...feeBearerMember,
    reference: referenceSchema.optional(),
    payerIdentifier: freeText({ max: 255 }).optional().describe('The merchant’s id for the payer.'),
    order: orderSchema
      .optional()
      .describe(
        'The purpose of the payment, in the item’s invoice currency. Allowed only with one item.',
      ),
    customerInfo: customerInfoInputSchema
      .optional()
      .describe('The merchant’s data about the customer; the payment page does not contain it.'),
    ...reusableLink,
    ...merchantOptions,
    ...noCryptoToFiat,
  }),
)
  .superRefine(refuseOnePayer)
  .superRefine(({ requests }, context) => {
    if (requests.length === 1) return
    const reason = 'a batch is paid in one transaction'
    for (const [index, { accepts }] of requests.entries()) {
      if (accepts === undefined) continue
      refuseAccepts(context, { path: ['requests', index, 'accepts'], reason })
    }
  })
  .meta({
    id: 'SecurePaymentCreate',
    description:
      'One item is a single payment; several are a batch, paid in one transaction on one network.',
    dependentRequired: { feePercentage: ['feeAddress'], feeAddress: ['feePercentage'] },
  })

/** The body of a report about a sent transaction, or about one that waits for a Safe's signers. */
export const intentBodySchema = z
  .object({
    txHash: evmTxHashSchema.optional().describe('The transaction that was broadcast.'),
    safeTxHash: evmTxHashSchema
      .optional()
      .describe('Hash of a Safe’s transaction that waits for its signers; `txHash` has priority.'),
    chain: chainSchema,
    token: tokenSymbolSchema,
    attemptId: z
      .uuid()
      .optional()
      .describe(
        'With `safeTxHash`: the live attempt that waits. Deleting it releases the payment.',
      ),
    walletAddress: addressSchema
      .optional()
      .describe(
        'The paying wallet; with `safeTxHash`, the Safe. Without an attempt, a page must name it if only certain wallets may pay.',
      ),
    ...optionMember,
    safePaymentDeadline: z
      .int()
      .positive()
      .optional()
      .describe('With `safeTxHash`: unix seconds after which its transaction can no longer pay.'),
  })
  .refine((body) => body?.txHash !== undefined || body?.safeTxHash !== undefined, {
    path: ['txHash'],
    message: 'is required, or safeTxHash',
    params: { code: 'required' },
    // Runs even if other members are invalid, so that the response lists all errors at once.
    when: () => true,
  })
  .meta({
    id: 'SecurePaymentIntentCreate',
    anyOf: [{ required: ['txHash'] }, { required: ['safeTxHash'] }],
  })

import { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  networkIdSchema,
  recipientSchema,
  requestIdSchema,
  ulidSchema,
  urlSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { feeBearerMember, feePlanMember } from './feePlans.ts'
import { type AccessPolicyInput, merchantOptions } from './merchantOptions.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'
import { payoutLinkBatchBodyExample, payoutLinkBodyExample } from './payoutExamples.ts'
import { noReusableLink } from './reusableLinks.ts'
import { singleExample } from './securePaymentExamples.ts'

/** The maximum number of payouts per link. */
export const MAX_LINK_PAYOUTS = 200

const referenceSchema = freeText({ min: 1, max: 255 }).describe(
  'The merchant’s reference, such as a payroll number.',
)

const linkItemSchema = z
  .object({
    recipient: recipientSchema.describe('Address of the recipient.'),
    network: networkIdSchema.describe(
      'Network of the recipient’s payment, which is the network of the currency.',
    ),
    currency: currencyIdSchema.describe(
      'Currency that the payer sends and the recipient receives.',
    ),
    amount: amountSchema.describe('The amount that the recipient receives.'),
    reference: referenceSchema.optional(),
    recipientIdentifier: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The merchant’s id for the recipient.'),
    ...noAccessPolicy,
  })
  .meta({ id: 'PayoutLinkItem' })

/** The members of a single payout, for a body without `payouts`. */
const ITEM_FIELDS = ['recipient', 'network', 'currency', 'amount'] as const

/** One payout in a link. */
export type PayoutLinkItem = z.output<typeof linkItemSchema>

/** A payout link to create, parsed: one payout, or a list of them. */
export type PayoutLinkCreate = {
  creatorWalletAddress: string | undefined
  reference?: string | undefined
  redirectUrl?: string | undefined
  redirectLabel?: string | undefined
  accessPolicy?: AccessPolicyInput | undefined
  expiresAt?: string | undefined
  defaultFeeBearer?: 'payer' | 'payee' | undefined
} & (PayoutLinkItem | { payouts: readonly PayoutLinkItem[] })

/** The caller's input for a payout link. */
export const payoutLinkCreateSchema = linkItemSchema
  .partial()
  .extend({
    payouts: z
      .array(linkItemSchema)
      .min(1)
      .max(MAX_LINK_PAYOUTS)
      .optional()
      .describe(
        'Several payouts, which the payer pays in one transaction. Excludes the members of a single payout.',
      ),
    creatorWalletAddress: addressSchema
      .optional()
      .describe('The wallet that creates the link; any wallet may pay it.'),
    feePercentage: z
      .string()
      .optional()
      .describe('Ignored, because a link has only the client ID’s fee.'),
    feeAddress: z
      .string()
      .optional()
      .describe('Ignored, because a link has only the client ID’s fee.'),
    ...feeBearerMember,
    ...noReusableLink,
    ...merchantOptions,
  })
  .superRefine((body, context) => {
    const isList = body.payouts !== undefined
    const single = [...ITEM_FIELDS, 'recipientIdentifier'] as const
    const wrong = isList
      ? single.filter((field) => body[field] !== undefined)
      : ITEM_FIELDS.filter((field) => body[field] === undefined)
    for (const field of wrong) {
      context.addIssue({
        code: 'custom',
        path: [field],
        message: isList ? 'must not be sent together with payouts' : 'is required',
        params: { code: isList ? 'conflicting_fields' : 'required' },
      })
    }
  })
  .transform((body, context): PayoutLinkCreate => {
    const { payouts, creatorWalletAddress, reference } = body
    // These members belong to the page; a payout has none of them.
    const { redirectUrl, redirectLabel, accessPolicy, expiresAt, ...rest } = body
    const { defaultFeeBearer, ...members } = rest
    const page = { redirectUrl, redirectLabel, accessPolicy, expiresAt }
    const common = { creatorWalletAddress, defaultFeeBearer, ...page }
    if (payouts !== undefined) return { payouts, reference, ...common }
    const single = linkItemSchema.safeParse(members)
    if (single.success) return { ...single.data, ...common }
    // This issue cannot occur: the check above stops the parsing if a member is missing.
    context.addIssue({ code: 'custom', message: 'is not a payout' })
    return z.NEVER
  })
  .meta({
    id: 'PayoutLinkCreate',
    description:
      'One payout (recipient, network, currency and amount), or `payouts`, a list of them. All payouts in a list must be on one network.',
  })

const TOKEN = singleExample.token

/** Hosted payment pages on which the merchant pays payouts. */
export const payoutLinks = {
  createPayout: endpoint({
    id: 'createPayoutLink',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/payouts',
    tag: 'Secure payments',
    audit: 'payout_link.created',
    summary: 'Create a payout link',
    description:
      'Creates a secure payment that the merchant pays. It has one request per payout, and a hosted page on which a wallet pays all of them in one transaction.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'payouts',
    idempotent: true,
    body: payoutLinkCreateSchema,
    bodyExample: payoutLinkBodyExample,
    otherBodyExamples: { several: payoutLinkBatchBodyExample },
    responses: {
      201: {
        description: 'The payout link was created.',
        schema: z
          .object({
            requestIds: z
              .array(requestIdSchema)
              .describe('One per payout, in the order of the payouts.'),
            securePaymentUrl: urlSchema.describe('The hosted page.'),
            token: ulidSchema,
            approvalId: ulidSchema
              .optional()
              .describe(
                'Present if the link is worth at least the merchant account’s limit and therefore needs a second member’s approval. Before the approval, no wallet can pay the link.',
              ),
            ...feePlanMember,
          })
          .meta({ id: 'PayoutLinkCreated' }),
        example: {
          requestIds: singleExample.requestIds,
          securePaymentUrl: `https://pay.example.test/?token=${TOKEN}`,
          token: TOKEN,
          feePlan: null,
        },
      },
    },
    errors: [400, 401, 403, 429],
  }),
}

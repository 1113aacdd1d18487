import { z } from 'zod'
import {
  addressSchema,
  currencyIdSchema,
  networkIdSchema,
  timestampSchema,
} from '../schemas/schemas.ts'
import { combineReasonSchema } from './combineReason.ts'
import { destinationSchema } from './securePaymentSchemas.ts'

const kytResultSchema = z
  .object({
    walletAddress: addressSchema,
    walletType: z
      .enum(['eoa', 'smart_account'])
      .describe('Always `eoa`, because the service screens addresses regardless of their kind.'),
    parentWalletAddress: addressSchema.nullable().describe('Always null.'),
    status: z.enum(['approved', 'rejected']),
    reasonCode: z.string().nullable(),
    provider: z.string().describe('The name of the screening provider; `list` is the deny list.'),
    providerReference: z.string().nullable(),
    reportUrl: z.null(),
    notes: z.null(),
    rawStatus: z.null(),
    evaluatedAt: timestampSchema,
  })
  .meta({ id: 'KytResult', description: 'The decision about a wallet that paid.' })

/** The members of a lookup by request that Request Network's clients read. */
export const lookupMembers = {
  network: networkIdSchema,
  currency: currencyIdSchema.describe('The payment currency.'),
  completedAt: timestampSchema.nullable(),
  payerAddress: addressSchema
    .nullable()
    .describe('The wallet of the request’s last payment; null without a payment.'),
  payerKytResults: z
    .array(kytResultSchema)
    .describe('The decisions of the screening about the wallets that paid the request.'),
  payeeKytResults: z
    .array(kytResultSchema)
    .describe('Always empty, because the service screens payers only.'),
  destination: destinationSchema
    .nullable()
    .describe('The payee destination that the request names; null if it names none.'),
  claimedDestination: z.null().describe('Always null.'),
  orchestratorId: z.null().describe('Always null.'),
  executionKind: z
    .enum(['evm_same_chain', 'tron_batch'])
    .nullable()
    .describe(
      'The way in which the request could be paid together with others; null if it cannot be.',
    ),
  identityMode: z.enum(['manual_dashboard', 'client_id']),
  clientId: z.string().nullable().describe('The client ID that created the secure payment.'),
  branding: z
    .object({
      whitelabelEnabled: z.boolean().describe('Whether the page omits the name of the service.'),
      source: z
        .enum(['client_id', 'request_network'])
        .describe('`client_id` if the client ID has a branding of its own.'),
    })
    .describe('The source of the payment page’s branding.'),
  childExecutable: z
    .boolean()
    .describe(
      'Whether the link could be combined with other payout links, judging by its stored data alone.',
    ),
  blockReason: combineReasonSchema
    .nullable()
    .describe('The reason why not; null if `childExecutable`.'),
} as const

/** The example of these members. */
export const LOOKUP_EXAMPLE = {
  network: 'base',
  currency: 'USDC-base',
  completedAt: null,
  payerAddress: null,
  payerKytResults: [],
  payeeKytResults: [],
  destination: null,
  claimedDestination: null,
  orchestratorId: null,
  executionKind: 'evm_same_chain',
  identityMode: 'manual_dashboard',
  clientId: null,
  branding: { whitelabelEnabled: false, source: 'request_network' },
  childExecutable: false,
  blockReason: 'not_outgoing',
} as const

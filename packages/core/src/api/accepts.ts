import { z } from 'zod'
import { currencyIdSchema, networkIdSchema, recipientSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'

/** The maximum number of currencies in which one request can be paid, its own payment currency included. */
export const MAX_OPTIONS = 20
/** The maximum number of networks that one rule names. */
const MAX_RULE_NETWORKS = 20

const ruleSchema = z
  .object({
    assets: z
      .array(
        textMatching(/^[A-Za-z0-9.$_]{1,40}$/, {
          code: 'invalid_asset',
          message: 'must be a symbol such as "USDC"',
        }),
      )
      .min(1)
      .max(MAX_OPTIONS)
      .describe('Symbols of tokens and native coins, such as `USDC` or `ETH`.'),
    networks: z.array(networkIdSchema).min(1).max(MAX_RULE_NETWORKS),
  })
  .meta({
    id: 'AcceptRule',
    description:
      'Accepts each of these assets on each of these networks. A network that lacks an asset is skipped for this asset.',
    examples: [{ assets: ['USDC', 'USDT'], networks: ['base', 'matic'] }],
  })

/** The members that let a request be paid in several currencies. */
export const acceptsMembers = {
  accepts: z
    .array(z.union([currencyIdSchema, ruleSchema]))
    .min(1)
    .max(MAX_OPTIONS)
    .optional()
    .describe(
      `Further currencies in which the payer may pay the amount: currency ids, or rules. With the payment currency, at most ${MAX_OPTIONS} currencies.`,
    ),
  payees: z
    .object({ evm: recipientSchema.optional(), tron: recipientSchema.optional() })
    .optional()
    .describe(
      'The payee on each family of networks for `accepts`; by default the request’s payee, on the networks of its own family. The payee must control the address on every accepted network: a contract account may exist on only one.',
    ),
} as const

type Accepting = { accepts?: readonly unknown[] | undefined; payees?: object | undefined }

/** Rejects `payees` without `accepts`. `path` is the prefix of the members' names. */
export function refuseIdlePayees(
  { accepts, payees }: Accepting,
  context: z.RefinementCtx,
  path: readonly (string | number)[] = [],
): void {
  if (payees === undefined || accepts !== undefined) return
  context.addIssue({
    code: 'custom',
    path: [...path, 'payees'],
    message: 'must be sent together with accepts',
    params: { code: 'conflicting_fields' },
  })
}

/** Adds an issue: the request cannot accept further currencies, for this reason. */
export function refuseAccepts(
  context: z.RefinementCtx,
  { path, reason }: { path: readonly (string | number)[]; reason: string },
): void {
  context.addIssue({
    code: 'custom',
    path: [...path],
    message: `must be omitted: ${reason}`,
    params: { code: 'accepts_unsupported' },
  })
}

/** The member of a call that names the option that the payer chose. */
export const optionMember = {
  option: currencyIdSchema
    .optional()
    .describe(
      'The accepted currency that the payer chose, from the payment’s `options`; by default the payment’s own currency.',
    ),
} as const

import { z } from 'zod'
import { pathIdSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'

/** The path parameters of the operations on one secure payment. */
export const tokenParams = z.object({
  token: pathIdSchema.describe('Token of the secure payment (a ULID).'),
})

/** The chain on which the payer pays, in a body or a query: one of the specification's source chains, or the payment's own network. */
export const chainSchema = textMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/, {
  code: 'invalid_chain',
  message: 'must be BASE, OPTIMISM, ARBITRUM, ETHEREUM or the network id of the payment',
}).describe('BASE, OPTIMISM, ARBITRUM or ETHEREUM, or the id of the payment’s own network.')

/** The symbol of the token that the payer pays with. */
export const tokenSymbolSchema = textMatching(/^[A-Za-z0-9.$_]{1,40}$/, {
  code: 'invalid_token',
  message: 'must be a token symbol such as "USDC"',
}).describe('Symbol of the token that the payer pays with, such as USDC.')

/** The chains that a response about ways to pay omits, by reason. */
export const missingChains = {
  unavailableChains: z
    .array(z.string())
    .optional()
    .describe(
      'Chains that are omitted because their node did not respond in time, named as in `chain`. Absent if the service did not look for payments from other chains.',
    ),
  unquotedChains: z
    .array(z.string())
    .optional()
    .describe(
      'Chains that are omitted in part or in full because the bridge did not respond in time.',
    ),
  slowChains: z
    .array(z.string())
    .optional()
    .describe(
      'Chains that are omitted in part or in full because a payment from there would arrive after its quote. Absent if there are none.',
    ),
} as const

/** The meanings of 403, 409 and 410 for the operations on one secure payment. */
export const PAYMENT_PROBLEMS = {
  403: 'The credential may not do this, or the payment has expired (`payment_expired`); then the problem contains `paymentStatus` and `payment`.',
  409: 'The payment is complete (`payment_completed`); the problem contains `paymentStatus` and `payment`. Or a refund that the link pays is held (`refund_held`, with the `reason`).',
  410: 'The merchant cancelled the payment (`payment_not_payable`); the problem contains `paymentStatus`, `payment` and the merchant’s contacts as `supportUrl` and `supportEmail`, which are null without them.',
} as const

/** The meaning of 423 for the operations on one secure payment. */
export const SAFE_PROBLEM = {
  423: 'The payment is waiting for the signers of a Safe (`payment_in_progress`). The problem contains `paymentStatus`, `payment` and `requestStatuses`. Each entry of `requestStatuses` has `requestId`, `status`, `hasBeenPaid`, `safeTxHash`, `chainId` and `safePaymentDeadline`. Do not pay again.',
} as const

/** Like `PAYMENT_PROBLEMS`, for the operations that lead to a payment. */
export const PAYING_PROBLEMS = {
  ...PAYMENT_PROBLEMS,
  403: 'The credential may not make this call. Or the payment has expired (`payment_expired`) or is reserved for other wallets (`payer_not_allowed`). Then the problem contains `paymentStatus` and `payment`.',
  409: 'The payment is complete (`payment_completed`), or a transaction that covers the remainder was found on chain and is being confirmed (`payment_processing`). The problem contains `paymentStatus` and `payment`. Do not pay again. Or a refund that the link pays is held (`refund_held`, with the `reason`).',
} as const

/** Like `PAYING_PROBLEMS`, for payments that may come from another chain. */
export const CROSSCHAIN_PAYING_PROBLEMS = {
  ...PAYING_PROBLEMS,
  409: `${PAYING_PROBLEMS[409]} Or the amount depends on a market price, and there is no current quote (\`quote_required\`).`,
  400: 'A parameter is not valid, or the batch contract returns a fee above its owner’s maximum (`batch_fee_set`). For a payment from another chain, this payment, the chain or the token is not supported (`unsupported_crosschain`). Or the amount plus its fee is one token or less (`amount_too_small_for_crosschain`), or the bridge has no route for it now (`no_crosschain_route`).',
  503: 'A node does not respond now. Or, for a payment from another chain, the bridge does not (`bridge_unavailable`).',
} as const

/** Rejects a chain without a token, and a token without a chain. */
export function withChainPair<
  S extends z.ZodType<{ chain?: string | undefined; token?: string | undefined }>,
>(schema: S): S {
  return schema.superRefine((query, context) => {
    if ((query.chain === undefined) === (query.token === undefined)) return
    const [present, missing] = query.chain === undefined ? ['token', 'chain'] : ['chain', 'token']
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: `is required together with ${present}`,
      params: { code: 'required' },
    })
  })
}
